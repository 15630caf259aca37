import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';

type Timed = Pick<VirtualNumberRow, 'status' | 'quarantineUntil'>;

/** The state of a number at a moment: a quarantine that is over makes it available, and nobody has to store that. */
export function numberStateAt({ status, quarantineUntil }: Timed, now: Date): Timed {
  const isOver = status === 'QUARANTINED' && quarantineUntil !== null && quarantineUntil <= now;
  return isOver ? { status: 'AVAILABLE', quarantineUntil: null } : { status, quarantineUntil };
}

/** The filter of numbers that are in a state at a moment; the counterpart of `numberStateAt`. */
export function inStateAt(status: VirtualNumberRow['status'], now: Date) {
  if (status === 'QUARANTINED') return { status, quarantineUntil: { $gt: now } };
  if (status !== 'AVAILABLE') return { status };
  return { $or: [{ status }, { status: 'QUARANTINED' as const, quarantineUntil: { $lte: now } }] };
}
