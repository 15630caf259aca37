import { notFound } from '@pas/platform/errors/raise';
import type { QueryFilter } from 'mongoose';
import { UnlockAttemptModel, type UnlockAttemptRow } from '../models/unlock-attempt.ts';
import type { DoorCommands } from './door-commands.ts';

/** Interval of the reads of a PENDING attempt that another process executes, in milliseconds. */
const everyMs = 200;

interface Wait {
  /** The filter of the attempt: its id, its tenant, and the caller's ownership. */
  filter: QueryFilter<UnlockAttemptRow> & { _id: string; tenantId: string };
  doors: Pick<DoorCommands, 'ended' | 'running'>;
  /**
   * Whether the caller may see an attempt that this process executes, by the rule of `filter`. The wait for such an
   * attempt needs no earlier read.
   */
  isOwn?: (attempt: UnlockAttemptRow) => boolean;
  /** Ends the wait. */
  signal: AbortSignal;
}

/**
 * Reads an attempt when it has ended, or at the end of the wait.
 *
 * @throws not_found
 */
export async function waitForAttempt({ filter, doors, isOwn, signal }: Wait): Promise<UnlockAttemptRow> {
  const over = aborted(signal);
  const running = doors.running(filter._id);
  if (!signal.aborted && running && isOwn?.(running))
    await Promise.race([doors.ended(filter._id, everyMs), over]);
  for (;;) {
    const attempt = await UnlockAttemptModel.findOne(filter).lean<UnlockAttemptRow>();
    if (!attempt) throw notFound();
    if (attempt.status !== 'PENDING' || signal.aborted) return attempt;
    await Promise.race([doors.ended(attempt._id, everyMs), over]);
  }
}

/** Resolves when the signal aborts. It leaves no listener behind. */
function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
