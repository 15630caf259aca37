import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';

/**
 * A number as it is at a moment: a quarantine that is over has made it available, without a write. That counts as a
 * change of the version, so that clients with the old version see it.
 */
export function numberAt(row: VirtualNumberRow, now: Date): VirtualNumberRow {
  const { status, quarantineUntil, version } = row;
  if (status !== 'QUARANTINED' || quarantineUntil === null || quarantineUntil > now) return row;
  const updatedAt = quarantineUntil;
  return { ...row, status: 'AVAILABLE', quarantineUntil: null, updatedAt, version: version + 1 };
}

/** The filter of numbers that are in a state at a moment; the counterpart of `numberAt`. */
export function inStateAt(status: VirtualNumberRow['status'], now: Date) {
  if (status === 'QUARANTINED') return { status, quarantineUntil: { $gt: now } };
  if (status !== 'AVAILABLE') return { status };
  return { $or: [{ status }, { status: 'QUARANTINED' as const, quarantineUntil: { $lte: now } }] };
}
