import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@pas/platform/log/logger';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { endAttempt, failedBy, type Outcome } from './end-attempt.ts';
import { createWaitingCommands, type CommandPlace, type WaitingCommands } from './waiting-commands.ts';

type Adapter = UnlockAttemptRow['controller']['adapter'];

/**
 * Gives one command to a controller, at most once, and says how the attempt ends. It returns at the attempt's
 * `expiresAt` at the latest.
 */
export type SendCommand = (attempt: UnlockAttemptRow) => Promise<Outcome>;

interface DoorCommandParts {
  /** The ways to controllers; an attempt whose way is missing fails. */
  adapters: Readonly<Partial<Record<Adapter, SendCommand>>>;
  log: Logger;
}

/** The commands that this process gives to doors. */
export interface DoorCommands extends WaitingCommands {
  /**
   * Gives the command of a committed attempt, in the background, and its place back at its end. Called once for an
   * attempt.
   */
  run(attempt: UnlockAttemptRow, place: CommandPlace): void;
  /** The attempt, as it was committed, while this process carries it out. */
  running(attemptId: string): UnlockAttemptRow | undefined;
  /**
   * Returns once the attempt has ended. For an attempt of another process, which is not known here, it returns after `ms`
   * milliseconds.
   */
  ended(attemptId: string, ms: number): Promise<void>;
  /** Waits for the answers that are still to come. */
  close(): Promise<void>;
}

/** How often and how long apart an answer is tried to be stored, while the store is unavailable. */
const [storeTries, storePauseMs] = [10, 1000];

/** Stores how an attempt has ended. While the store is unavailable it tries again; later the sweeper ends the attempt. */
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
 * Prepares the commands to doors. An attempt is given here once, by the process that has committed it, after its commit.
 * No other process takes it over: if this one dies, the command was sent once or never, and the sweeper ends the attempt.
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
