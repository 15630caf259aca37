import { useTestTimes } from '@pas/shared/context/tenant-now';
import { expect, onTestFinished, test } from 'vitest';
import { planLegs } from './plan-legs.ts';

const now = new Date('2026-06-01T10:00:00Z');
const resident = {
  _id: 'user_1',
  phone: '+12025550101',
  verifiedPhone: '+12025550101',
  claimedPhone: null,
  callSettings: { ring: true, quietHours: [{ weekdays: ['TUE' as const], from: '09:00', to: '11:00' }] },
  hasDevice: false,
  hasVirtualPhone: false,
};

test.each([
  ['ten_1', 'quiet_hours'],
  ['ten_2', null],
])('quiet hours follow the test clock of their own tenant: %s', (tenantId, reason) => {
  useTestTimes(new Map([['ten_1', now.getTime() + 86_400_000]]));
  onTestFinished(() => useTestTimes(new Map()));
  const home = { unitId: 'unit_1', residents: [resident] };
  const { legs } = planLegs(home, { ringMode: 'ORDER', timeZone: 'UTC' }, { tenantId, now });
  expect(legs).toMatchObject([{ reason, startedAt: now }]);
});
