import { CallModel, type CallRow } from '@pas/shared/models/call';
import { describe, expect, test } from 'vitest';
import { advanceCall } from '../src/calls/advance-call.ts';
import { beginCall } from '../src/calls/begin-call.ts';
import type { CallDecision } from '../src/calls/led-call.ts';
import { readUnitNamed } from '../src/calls/read-unit-named.ts';
import { addBuilding, callWith, countingDoors, newCallSid, type Building } from './calls-support.ts';
import { processing as usual } from './processing-support.ts';
import { numbersIn, playTelephonyA } from './telephony-a-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const limits = { perUnit: 3, perNumber: 6, perTenant: 8 };
const { doors, pulsesOf } = countingDoors();
const { keys, send } = await useWebhooks({ doors, limits });
const { visit } = playTelephonyA(keys.current.telephonyA, send);
const processing = { ...usual, doors, limits };

const occasionOf = (providerCallId: string, key: string) =>
  ({ provider: 'telephony-a', providerCallId, key, receivedAt: new Date() }) as const;

/** Returns a call of a visitor, without the time limit of a provider's answer. */
const callAt = ({ number }: Pick<Building, 'number'>, sid = newCallSid()): Promise<CallDecision | null> =>
  beginCall(processing, { ...occasionOf(sid, `arrived ${sid}`), from: '+12025550123', to: number });

const callConcurrently = (
  building: Pick<Building, 'number'>,
  count: number,
): Promise<(CallDecision | null)[]> => Promise.all(Array.from({ length: count }, () => callAt(building)));

/** Lets the visitor name the unit. */
const name = ({ call }: CallDecision, digits: string): Promise<CallDecision | null> =>
  advanceCall(processing, occasionOf(call.providerCallId, 'named'), async (ctx, now) => ({
    events: [await readUnitNamed(ctx, processing, { call: now, digits })],
    verdict: null,
  }));

const didFirst = (decided: readonly (CallDecision | null)[], action: string): CallDecision[] =>
  decided.flatMap((each) => (each?.commands[0]?.do === action ? [each] : []));
const refused = (decided: readonly (CallDecision | null)[]): CallDecision[] =>
  decided.flatMap((each) => (each?.call.outcome === 'BUSY' ? [each] : []));

describe('a storm of calls', () => {
  test('the phones of a unit ring for three visitors at once; the other calls of twenty are BUSY', async () => {
    const building = await addBuilding();
    const decided = await callConcurrently(building, 20);
    expect([didFirst(decided, 'ring').length, refused(decided).length]).toEqual([3, 17]);
    const { tenantId, unitId } = building;
    const rows = await CallModel.find({ tenantId, outcome: 'BUSY' }).lean<CallRow[]>();
    expect(rows).toHaveLength(17);
    expect(rows[0]).toMatchObject({ status: 'COMPLETED', unitId, legs: [], answeredBy: null });
  });

  test('the visitor hears the busy notice, also for a repeated call; an answer frees a line', async () => {
    const building = await addBuilding();
    const phone = building.residents[0]?.phone ?? '';
    const first = visit(building);
    const dial = await first.arrive();
    await callConcurrently(building, 2);
    const late = visit(building);
    const answer = await late.arrive();
    expect(answer).toMatch(/All lines are busy.*<Hangup\/>/);
    expect(await callWith(building.tenantId, late.sid)).toMatchObject({ outcome: 'BUSY' });
    await first.press(await first.pickUp(dial, phone), phone, '9');
    expect(pulsesOf(building.doorId)).toBe(1);
    expect(numbersIn(await visit(building).arrive())).toEqual([phone]);
    expect(await late.arrive()).toBe(answer);
  });

  test('the number of a property accepts six visitors at once; three of them ring at one unit', async () => {
    const building = await addBuilding({ number: { unitId: null } });
    const asked = didFirst(await callConcurrently(building, 20), 'ask');
    expect(asked).toHaveLength(6);
    const named = await Promise.all(asked.map((each) => name(each, '4')));
    expect([didFirst(named, 'ring').length, refused(named).length]).toEqual([3, 3]);
    expect(refused(named)[0]?.call).toMatchObject({ unitId: building.unitId, legs: [] });
  });

  test('all numbers of a tenant together accept eight; visitors of another tenant are not affected', async () => {
    const first = await addBuilding({ number: { unitId: null } });
    const second = await addBuilding({ number: { unitId: null }, tenantId: first.tenantId });
    const other = await addBuilding();
    expect(didFirst(await callConcurrently(first, 20), 'ask')).toHaveLength(6);
    const [own, others] = await Promise.all([callConcurrently(second, 20), callConcurrently(other, 3)]);
    expect([didFirst(own, 'ask').length, didFirst(others, 'ring').length]).toEqual([2, 3]);
  });
});
