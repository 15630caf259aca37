import { afterEach, expect, test } from 'vitest';
import { useTestTimes } from '../context/tenant-now.ts';
import type { Residence } from '../models/user.ts';
import { mayOpen } from './may-open.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

const residence: Residence = {
  id: 'res_1',
  unitId: 'unit_1',
  propertyId: 'prop_1',
  role: 'PRIMARY',
  startsAt: inDays(1),
  endsAt: inDays(3),
  canceledAt: null,
  inviteId: null,
  dueAt: inDays(1),
};
const person = {
  tenantId: 'ten_1',
  status: 'ACTIVE' as const,
  formerDueAt: inDays(3),
  isLive: true,
  residences: [residence],
};
const door = { isLive: true, propertyId: 'prop_1', unitId: 'unit_1' };

afterEach(() => useTestTimes(new Map()));

test.each([
  [0, 'ten_1', false],
  [2, 'ten_1', true],
  [2, 'ten_2', false],
  [4, 'ten_1', false],
])('with the test clock %i days ahead in tenant %s, the door opens: %s', (days, tenantId, isGranted) => {
  useTestTimes(new Map([[tenantId, inDays(days).getTime()]]));
  expect(mayOpen(door, person, now).isGranted).toBe(isGranted);
});
