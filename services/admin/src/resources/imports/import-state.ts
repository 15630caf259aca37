import type { ImportRow, ImportStatus } from '@pas/shared/models/import';

/** States in which a plan waits for its commit; they expire. */
const waiting: readonly ImportStatus[] = ['VALIDATED', 'INVALID'];

/** Returns the state of an import at a time: an uncommitted plan expires. */
export function importStatusAt({ status, expiresAt }: ImportRow, now: Date): ImportStatus {
  return waiting.includes(status) && expiresAt <= now ? 'EXPIRED' : status;
}

/** Builds the filter of a state as `importStatusAt` defines it. */
export function importStatusFilter(status: ImportStatus, now: Date): object {
  if (waiting.includes(status)) return { status, expiresAt: { $gt: now } };
  if (status !== 'EXPIRED') return { status };
  const lapsed = waiting.map((each) => ({ status: each, expiresAt: { $lte: now } }));
  return { $or: [{ status }, ...lapsed] };
}
