import { notFound } from '@pas/platform/errors/raise';
import type { QueryFilter } from 'mongoose';
import { UnlockAttemptModel, type UnlockAttemptRow } from '../models/unlock-attempt.ts';
import type { DoorCommands } from './door-commands.ts';

/** How long apart a PENDING attempt is read that another process carries out, in milliseconds. */
const everyMs = 200;

interface Wait {
  /** The attempt, by its id, its tenant, and what makes it the caller's. */
  filter: QueryFilter<UnlockAttemptRow> & { _id: string; tenantId: string };
  doors: Pick<DoorCommands, 'ended' | 'running'>;
  /**
   * Whether the caller may see an attempt that this process carries out, as `filter` says it. Such an attempt is waited for
   * without a read before.
   */
  isOwn?: (attempt: UnlockAttemptRow) => boolean;
  /** Ends the wait. */
  signal: AbortSignal;
}

/**
 * Reads an attempt as soon as it has ended, or as it is when the wait ends.
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

/** Resolves when the signal aborts; leaves nothing behind if it never does. */
function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
