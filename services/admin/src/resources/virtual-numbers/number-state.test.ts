import { describe, expect, test } from 'vitest';
import { numberStateAt } from './number-state.ts';

const now = new Date('2027-03-01T12:00:00Z');
const at = (ms: number): Date => new Date(now.getTime() + ms);

describe('a number', () => {
  test('rests until just before its quarantine ends', () => {
    const resting = { status: 'QUARANTINED', quarantineUntil: at(1) } as const;
    expect(numberStateAt(resting, now)).toEqual(resting);
  });

  test.each([0, -1])('is available %i ms from the end of its quarantine', (ms) => {
    const rested = { status: 'QUARANTINED', quarantineUntil: at(ms) } as const;
    expect(numberStateAt(rested, now)).toEqual({ status: 'AVAILABLE', quarantineUntil: null });
  });

  test.each(['AVAILABLE', 'ASSIGNED', 'RETIRED'] as const)('stays %s however much time goes by', (status) => {
    expect(numberStateAt({ status, quarantineUntil: null }, now).status).toBe(status);
  });
});
