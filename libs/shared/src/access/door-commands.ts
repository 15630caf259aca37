import { setTimeout as pause } from 'node:timers/promises';
import { rateLimited } from '@pas/platform/errors/raise';
import type { Logger } from '@pas/platform/log/logger';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { unavailable } from '../errors/raise.ts';
import { endAttempt, failedBy, type Outcome } from './end-attempt.ts';

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
export interface DoorCommands {
  /**
   * Keeps the commands that wait for one controller few: a hundred for a door, five of one resident or visitor.
   *
   * @throws unavailable (`overloaded`) at a door that has about as many, rate_limited for somebody who has
   */
  requireRoom(accessPointId: string, subject: UnlockAttemptRow['subject']): void;
  /** Gives the command of a committed attempt, in the background. Called once for an attempt. */
  run(attempt: UnlockAttemptRow): void;
  /** Returns at the end of the attempt if it ends in this process, and after `ms` milliseconds at the latest. */
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

/** How many commands may wait for the controller of a door, in this process: of all, and of one person. */
const [maxAtDoor, maxOfPerson] = [100, 5];

const isPerson = ({ type }: UnlockAttemptRow['subject']): boolean =>
  type === 'RESIDENT' || type === 'VISITOR';

/** Counts the commands that wait, by the door and by the person at the door. */
function createWaitingCounts() {
  const counts = new Map<string, number>();
  const keysOf = (door: string, { id }: UnlockAttemptRow['subject']) =>
    [door, `${door}|${id ?? ''}`] as const;
  const change = (by: 1 | -1, { accessPointId, subject }: UnlockAttemptRow): void => {
    for (const key of keysOf(accessPointId, subject)) {
      const count = (counts.get(key) ?? 0) + by;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    }
  };
  return {
    add: (attempt: UnlockAttemptRow) => change(1, attempt),
    remove: (attempt: UnlockAttemptRow) => change(-1, attempt),
    requireRoom(accessPointId: string, subject: UnlockAttemptRow['subject']): void {
      const [atDoor, ofPerson] = keysOf(accessPointId, subject);
      if ((counts.get(atDoor) ?? 0) >= maxAtDoor)
        throw unavailable('Too many commands wait for this door. Try again in a moment.', 'overloaded', 1);
      if (isPerson(subject) && (counts.get(ofPerson) ?? 0) >= maxOfPerson)
        throw rateLimited('The door has not answered your last commands yet. Wait for it.', 1);
    },
  };
}

/**
 * Prepares the commands to doors. An attempt is given here once, by the process that has committed it, after its commit.
 * No other process takes it over: if this one dies, the command was sent once or never, and the sweeper ends the attempt.
 */
export function createDoorCommands({ adapters, log }: DoorCommandParts): DoorCommands {
  const running = new Map<string, Promise<void>>();
  const waiting = createWaitingCounts();

  const carryOut = async (attempt: UnlockAttemptRow): Promise<void> => {
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
      waiting.remove(attempt);
    }
  };

  return {
    requireRoom: (accessPointId, subject) => waiting.requireRoom(accessPointId, subject),
    run(attempt) {
      waiting.add(attempt);
      running.set(attempt._id, carryOut(attempt));
    },
    async ended(attemptId, ms) {
      const over = new AbortController();
      const wait = pause(ms, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([running.get(attemptId) ?? wait, wait]);
      over.abort();
    },
    close: async () => void (await Promise.all(running.values())),
  };
}
