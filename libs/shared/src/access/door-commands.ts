import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from '@pas/platform/mongo/in-transaction';
import type { AccessPointRow } from '../models/access-point.ts';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { executeAttempt, type ExecutionDependencies } from './execute-attempt.ts';
import { createWaitingCommands, type DoorRef } from './waiting-commands.ts';

/** The commands of this process to doors, from the transaction of an attempt until the attempt ends. */
export interface DoorCommands {
  /**
   * Requires a free place for one more command. It takes none.
   *
   * @throws unavailable (`overloaded`) when the door has too many commands or no place is free
   * @throws rate_limited when a tenant has too many commands
   */
  requirePlace(door: DoorRef): void;
  /**
   * Takes the place of an attempt's command, and sends the command once, after the attempt is committed. A rollback
   * releases the place, and so does the end of the attempt.
   *
   * @throws the faults of `requirePlace`
   */
  sendAfterCommit(
    transaction: Pick<Transaction, 'onCommitted' | 'onUndone'>,
    attempt: UnlockAttemptRow,
    door: AccessPointRow,
  ): void;
  /** Returns the attempt as it was committed, while this process executes it. */
  running(attemptId: string): UnlockAttemptRow | undefined;
  /** Waits until the attempt ends. For an attempt of another process, it waits `ms` milliseconds. */
  ended(attemptId: string, ms: number): Promise<void>;
  /** Waits for the outstanding answers. */
  close(): Promise<void>;
}

/**
 * Prepares the commands to doors. The process that commits an attempt sends its command once, after the commit. No
 * other process takes it over. If this process dies, the command was sent once or never, and the sweeper ends the
 * attempt.
 */
export function createDoorCommands(dependencies: ExecutionDependencies): DoorCommands {
  const running = new Map<string, { attempt: UnlockAttemptRow; end: Promise<void> }>();
  const waiting = createWaitingCommands();

  return {
    requirePlace: (door) => waiting.take(door).release(),
    sendAfterCommit(transaction, attempt, door) {
      const place = waiting.take(attempt);
      transaction.onUndone(() => place.release());
      transaction.onCommitted(() => {
        const end = executeAttempt(dependencies, attempt, door).then(() => {
          running.delete(attempt._id);
          place.release();
        });
        running.set(attempt._id, { attempt, end });
      });
    },
    running: (attemptId) => running.get(attemptId)?.attempt,
    ended: async (attemptId, ms) => running.get(attemptId)?.end ?? pause(ms),
    close: async () => void (await Promise.all([...running.values()].map(({ end }) => end))),
  };
}
