import type { ImportRow, ImportStatus } from '@pas/shared/models/import';

/** The states in which a plan waits for somebody to have it executed; time ends them. */
const waiting: readonly ImportStatus[] = ['VALIDATED', 'INVALID'];

/** The state of an import at a moment: a plan that was not committed in time has expired. */
export function importStatusAt({ status, expiresAt }: ImportRow, now: Date): ImportStatus {
  return waiting.includes(status) && expiresAt <= now ? 'EXPIRED' : status;
}

/** The filter of a state as `importStatusAt` tells it. */
export function importStatusFilter(status: ImportStatus, now: Date): object {
  if (waiting.includes(status)) return { status, expiresAt: { $gt: now } };
  if (status !== 'EXPIRED') return { status };
  const lapsed = waiting.map((each) => ({ status: each, expiresAt: { $lte: now } }));
  return { $or: [{ status }, ...lapsed] };
}
