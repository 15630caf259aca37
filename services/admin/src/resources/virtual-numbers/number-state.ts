import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';

/**
 * Returns a number in its state at a given time: an expired quarantine makes it available, without a write.
 * The version changes, so that clients with the old version notice it.
 */
export function numberAt(row: VirtualNumberRow, now: Date): VirtualNumberRow {
  const { status, quarantineUntil, version } = row;
  if (status !== 'QUARANTINED' || quarantineUntil === null || quarantineUntil > now) return row;
  const updatedAt = quarantineUntil;
  return { ...row, status: 'AVAILABLE', quarantineUntil: null, updatedAt, version: version + 1 };
}

/** Builds the filter of numbers by state at a given time, as `numberAt` defines it. */
export function inStateAt(status: VirtualNumberRow['status'], now: Date) {
  if (status === 'QUARANTINED') return { status, quarantineUntil: { $gt: now } };
  if (status !== 'AVAILABLE') return { status };
  return { $or: [{ status }, { status: 'QUARANTINED' as const, quarantineUntil: { $lte: now } }] };
}
