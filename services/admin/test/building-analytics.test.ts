import { newId } from '@pas/shared/ids/id';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { accessEventRow, callRow } from './building-rows.ts';

interface CallFigures {
  total: number;
  answered: number;
  byOutcome: Record<string, number>;
  averageDurationSeconds: number | null;
}
interface AccessFigures {
  granted: number;
  denied: number;
  byMethod: Record<string, number>;
}
interface Series<Figures> {
  analytics: { series: ({ at: string } & Figures)[]; totals: Figures };
}

let caller: Principal;

const admin = await startAdmin();
beforeEach(async () => {
  caller = await newTenantCaller();
});

const day = '2026-05-04';
const period = '?from=2026-05-04T00:00:00Z&to=2026-05-05T00:00:00Z&interval=hour&timeZone=UTC';
const [property, otherProperty] = [newId('property'), newId('property')];

async function addCall(time: string, fields: Partial<CallRow>): Promise<void> {
  const startedAt = new Date(`${day}T${time}Z`);
  await CallModel.insertMany([
    callRow(caller.tenantId ?? '', { propertyId: property, startedAt, ...fields }),
  ]);
}
async function addDecision(time: string, fields: Partial<AccessEventRow>): Promise<void> {
  const occurredAt = new Date(`${day}T${time}Z`);
  await AccessEventModel.insertMany([
    accessEventRow(caller.tenantId ?? '', { propertyId: property, occurredAt, ...fields }),
  ]);
}
const read = async <Answer>(path: string, as = caller): Promise<Answer> => {
  const { status, body } = await admin.call<Answer>('GET', `/api/admin/analytics${path}`, { as });
  expect(status).toBe(200);
  return body;
};

test('calls count in the hour of their start, with outcomes and durations', async () => {
  await addCall('09:59:59.999', {
    outcome: 'DOOR_OPENED',
    answeredAt: new Date(),
    endedAt: new Date(),
    durationSeconds: 20,
  });
  await addCall('10:00:00', { outcome: 'NO_ANSWER', answeredAt: null, durationSeconds: 25 });
  await addCall('10:30:00', { outcome: null, answeredAt: null, endedAt: null, durationSeconds: null });
  const { analytics } = await read<Series<CallFigures>>(`/calls${period}`);
  expect(analytics.series).toHaveLength(24);
  expect(analytics.series.slice(8, 11).map(({ at, total }) => [at, total])).toEqual([
    ['2026-05-04T08:00:00.000Z', 0],
    ['2026-05-04T09:00:00.000Z', 1],
    ['2026-05-04T10:00:00.000Z', 2],
  ]);
  expect(analytics.totals).toEqual({
    total: 3,
    answered: 1,
    byOutcome: {
      DOOR_OPENED: 1,
      ANSWERED: 0,
      NO_ANSWER: 1,
      BUSY: 0,
      ABANDONED: 0,
      NO_TARGET: 0,
      ERROR: 0,
    },
    averageDurationSeconds: 22.5,
  });
  expect(analytics.series[0]?.averageDurationSeconds).toBeNull();
});

test('decisions count in their hour, with methods', async () => {
  await addDecision('07:10:00', { decision: 'GRANTED', method: 'APP' });
  await addDecision('07:20:00', { decision: 'GRANTED', method: 'DTMF' });
  await addDecision('08:00:00', { decision: 'DENIED', method: 'PIN' });
  const { analytics } = await read<Series<AccessFigures>>(`/access${period}`);
  expect(analytics.series.slice(7, 9)).toEqual([
    {
      at: '2026-05-04T07:00:00.000Z',
      granted: 2,
      denied: 0,
      byMethod: { APP: 1, DTMF: 1, PIN: 0, STAFF: 0, LINK: 0 },
    },
    {
      at: '2026-05-04T08:00:00.000Z',
      granted: 0,
      denied: 1,
      byMethod: { APP: 0, DTMF: 0, PIN: 1, STAFF: 0, LINK: 0 },
    },
  ]);
  expect(analytics.totals).toEqual({
    granted: 2,
    denied: 1,
    byMethod: { APP: 1, DTMF: 1, PIN: 1, STAFF: 0, LINK: 0 },
  });
});

test('a restricted key sees only calls and decisions of its properties', async () => {
  for (const propertyId of [property, otherProperty]) {
    await addCall('12:00:00', { propertyId });
    await addDecision('12:00:00', { propertyId, decision: 'GRANTED' });
  }
  // A call at an unassigned number belongs to the tenant.
  await addCall('13:00:00', { propertyId: null });
  const as = { ...caller, propertyIds: [property] };
  const calls = async (by: Principal) =>
    (await read<Series<CallFigures>>(`/calls${period}`, by)).analytics.totals.total;
  const granted = async (by: Principal) =>
    (await read<Series<AccessFigures>>(`/access${period}`, by)).analytics.totals.granted;
  expect([await calls(caller), await granted(caller)]).toEqual([3, 2]);
  expect([await calls(as), await granted(as)]).toEqual([1, 1]);
});

test('one answer has all totals of the last 30 days', async () => {
  const tenantId = caller.tenantId ?? '';
  await CallModel.insertMany([callRow(tenantId, { startedAt: new Date(Date.now() - 1000) })]);
  await AccessEventModel.insertMany([
    accessEventRow(tenantId, {
      propertyId: property,
      occurredAt: new Date(Date.now() - 1000),
      decision: 'DENIED',
    }),
  ]);
  const { analytics } = await read<{
    analytics: { totals: { calls: CallFigures; access: AccessFigures } };
  }>('');
  expect(analytics.totals).toMatchObject({ calls: { total: 1 }, access: { granted: 0, denied: 1 } });
});
