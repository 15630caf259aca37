import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';
import { describe, expect, test } from 'vitest';
import { numberAt } from './number-state.ts';

const now = new Date('2027-03-01T12:00:00Z');
const at = (ms: number): Date => new Date(now.getTime() + ms);

const row = (fields: Partial<VirtualNumberRow>): VirtualNumberRow =>
  virtualNumberRow('ten_1', { createdAt: at(-2000), updatedAt: at(-1000), version: 3, ...fields });

describe('a number', () => {
  test('stays quarantined until just before its quarantine ends', () => {
    const resting = row({ status: 'QUARANTINED', quarantineUntil: at(1) });
    expect(numberAt(resting, now)).toEqual(resting);
  });

  test.each([0, -1])('is available, with a new version, %i ms from the end of its quarantine', (ms) => {
    const rested = row({ status: 'QUARANTINED', quarantineUntil: at(ms) });
    const changed = { status: 'AVAILABLE', quarantineUntil: null, updatedAt: at(ms), version: 4 };
    expect(numberAt(rested, now)).toEqual({ ...rested, ...changed });
  });

  test.each(['AVAILABLE', 'ASSIGNED', 'RETIRED'] as const)('stays %s for any time', (status) => {
    const kept = row({ status });
    expect(numberAt(kept, now)).toEqual(kept);
  });
});
