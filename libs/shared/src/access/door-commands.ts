import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@pas/platform/log/logger';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { endAttempt, failedBy, type Outcome } from './end-attempt.ts';
import { createWaitingCommands, type CommandPlace, type WaitingCommands } from './waiting-commands.ts';

type Adapter = UnlockAttemptRow['controller']['adapter'];

/**
 * Sends one command to a controller, at most once, and returns the outcome of the attempt. It returns at the
 * attempt's `expiresAt` at the latest.
 */
export type SendCommand = (attempt: UnlockAttemptRow) => Promise<Outcome>;

interface DoorCommandParts {
  /** Transports to controllers. An attempt without a configured transport fails. */
  adapters: Readonly<Partial<Record<Adapter, SendCommand>>>;
  log: Logger;
}

/** Commands that this process sends to doors. */
export interface DoorCommands extends WaitingCommands {
  /**
   * Sends the command of a committed attempt in the background, and releases its place at the end. Callers call it
   * once for an attempt.
   */
  run(attempt: UnlockAttemptRow, place: CommandPlace): void;
  /** Returns the attempt as it was committed, while this process executes it. */
  running(attemptId: string): UnlockAttemptRow | undefined;
  /** Waits until the attempt ends. For an attempt of another process, it waits `ms` milliseconds. */
  ended(attemptId: string, ms: number): Promise<void>;
  /** Waits for the outstanding answers. */
  close(): Promise<void>;
}

/** Number of tries to store an outcome while the store is unavailable, and the pause between them. */
const [storeTries, storePauseMs] = [10, 1000];

/**
 * Stores the outcome of an attempt. It retries while the store is unavailable. After the last try, the sweeper ends
 * the attempt.
 */
async function store(attempt: UnlockAttemptRow, outcome: Outcome): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await endAttempt(attempt, outcome, new Date());
      return;
    } catch (error) {
      if (tries === storeTries) throw error;
      await pause(storePauseMs);
    }
  }
}

/**
 * Prepares the commands to doors. The process that has committed an attempt hands it over once, after the commit. No
 * other process takes it over. If this process dies, the command was sent once or never, and the sweeper ends the
 * attempt.
 */
export function createDoorCommands({ adapters, log }: DoorCommandParts): DoorCommands {
  const running = new Map<string, { attempt: UnlockAttemptRow; end: Promise<void> }>();
  const waiting = createWaitingCommands();

  const carryOut = async (attempt: UnlockAttemptRow, place: CommandPlace): Promise<void> => {
    try {
      const send = adapters[attempt.controller.adapter];
      // A stalled process must not open a door long after somebody asked for it.
      const isLate = attempt.expiresAt.getTime() <= Date.now();
      const silent = send ? failedBy('timeout') : failedBy('adapter_unavailable');
      await store(attempt, send && !isLate ? await send(attempt) : silent);
    } catch (err) {
      log.error({ err, attemptId: attempt._id }, 'the end of an unlock attempt could not be stored');
    } finally {
      running.delete(attempt._id);
      place.giveBack();
    }
  };

  return {
    take: (asked) => waiting.take(asked),
    run: (attempt, place) => void running.set(attempt._id, { attempt, end: carryOut(attempt, place) }),
    running: (attemptId) => running.get(attemptId)?.attempt,
    ended: async (attemptId, ms) => running.get(attemptId)?.end ?? pause(ms),
    close: async () => void (await Promise.all([...running.values()].map(({ end }) => end))),
  };
}
