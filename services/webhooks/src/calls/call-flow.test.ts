import { newProperty } from '@pas/shared/models/new-property';
import { newTenant } from '@pas/shared/models/new-tenant';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';
import { describe, expect, test } from 'vitest';
import type { CallEvent } from './call-event.ts';
import { asksForDoor, decide, isStepOver } from './call-flow.ts';
import { withFlow, type Command, type CallDecision, type LedCall } from './led-call.ts';
import { newCall } from './new-call.ts';
import type { Callee } from './plan-legs.ts';
import { askForUnit, ringHome } from './ring-home.ts';

const at = new Date('2026-06-01T10:00:00Z');
const facts = { at, hasDoorFailed: false, openedBy: null };

const callee = (index: number, fields: Partial<Callee> = {}): Callee => {
  const phone = `+1202555010${index}`;
  return {
    _id: `user_${index}`,
    phone,
    verifiedPhone: phone,
    claimedPhone: null,
    callSettings: null,
    hasDevice: false,
    hasVirtualPhone: false,
    ...fields,
  };
};

const number = virtualNumberRow('ten_1', {
  provider: 'TELEPHONY_B',
  status: 'ASSIGNED',
  propertyId: 'prop_1',
  accessPointId: 'door_1',
  assignedAt: at,
});

/** Returns a new call at the number of a building. */
function arrive(flow: Partial<LedCall['flow']> = {}): LedCall {
  const ctx = { tenantId: 'ten_1', now: at };
  const property = newProperty(ctx, { _id: 'prop_1', name: 'Harbor View', timeZone: 'UTC' });
  const tenant = newTenant(at, { _id: 'ten_1', name: 'Harbor Homes', slug: 'harbor-homes' });
  const eventRef = {
    provider: 'telephony-b',
    providerCallId: 'visitor',
    key: 'rcpt_1',
    receivedAt: at,
  } as const;
  const arrival = { ...eventRef, from: '', to: number.number };
  return withFlow(newCall(ctx, arrival, { number, property, tenant }), flow);
}

const ring = (residents: Callee[], flow: Partial<LedCall['flow']> = {}): CallDecision =>
  ringHome(arrive(flow), { unitId: 'unit_1', residents, attempts: [] }, at);

function run(first: LedCall, events: readonly CallEvent[]): CallDecision {
  let decided: CallDecision = { call: first, commands: [] };
  for (const event of events) {
    decided = decide(decided.call, event, facts);
    const { step } = decided.call.flow;
    if (isStepOver(decided.call))
      decided = decide(decided.call, { kind: 'step_ended', step, status: 'NO_ANSWER' }, facts);
  }
  return decided;
}

const rungIn = (commands: readonly Command[]) =>
  commands.flatMap((each) => (each.do === 'ring' ? each.legs : []));

describe('the ring plan', () => {
  test('rings ten residents in parallel, then the others', () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      callee(index, { phone: `+120255501${10 + index}`, verifiedPhone: `+120255501${10 + index}` }),
    );
    const first = ring(many, { ringMode: 'TOGETHER' });
    expect(rungIn(first.commands)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(
      rungIn(decide(first.call, { kind: 'step_ended', step: 0, status: 'NO_ANSWER' }, facts).commands),
    ).toEqual([10, 11]);
  });

  test('skips quiet hours, disabled rings, unverified phones and repeated phones', () => {
    const quiet = { ring: true, quietHours: [{ weekdays: ['MON' as const], from: '09:00', to: '11:00' }] };
    const shared = callee(4);
    const { call } = ring([
      callee(0, { callSettings: quiet }),
      callee(1, { callSettings: { ring: false, quietHours: [] } }),
      callee(2, { verifiedPhone: null, claimedPhone: '+12025550102' }),
      shared,
      { ...shared, _id: 'user_5' },
    ]);
    expect(call.legs.map(({ status, reason }) => [status, reason])).toEqual([
      ['SKIPPED', 'quiet_hours'],
      ['SKIPPED', 'ring_off'],
      ['SKIPPED', 'no_verified_phone'],
      ['RINGING', null],
      ['SKIPPED', 'same_phone'],
    ]);
  });

  test('ends the call with a notice if there is nobody to ring', () => {
    expect(ring([]).call).toMatchObject({ status: 'COMPLETED', outcome: 'NO_TARGET' });
    expect(ring([callee(0, { phone: null })]).call).toMatchObject({
      outcome: 'NO_ANSWER',
      flow: { closing: 'nobody' },
    });
  });
});

test('a visitor has two attempts to name the unit', () => {
  const asked = askForUnit(arrive()).call;
  const again = decide(asked, { kind: 'unit_named', digits: '4', home: null, isBusy: false }, facts);
  expect(again.commands).toEqual([{ do: 'ask', words: 'askUnitAgain', times: 2 }]);
  const over = decide(again.call, { kind: 'unit_named', digits: '', home: null, isBusy: false }, facts);
  expect(over.call).toMatchObject({ outcome: 'NO_TARGET', flow: { closing: 'unitUnknown' } });
});

test('a unit with too many ringing calls is not rung, and the visitor hears a busy notice', () => {
  const home = { unitId: 'unit_1', residents: [callee(0)], attempts: [] };
  const asked = askForUnit(arrive()).call;
  const { call, commands } = decide(asked, { kind: 'unit_named', digits: '4', home, isBusy: true }, facts);
  expect(call).toMatchObject({ unitId: 'unit_1', status: 'COMPLETED', outcome: 'BUSY', legs: [] });
  expect(commands).toEqual([
    { do: 'tell', party: 'visitor', words: 'linesBusy' },
    { do: 'hangUp', party: 'visitor' },
  ]);
});

test.each([
  ['has hung up', 'visitorGone', [{ kind: 'hung_up', isFailure: false }]],
  [
    'talks to another resident',
    'taken',
    [
      { kind: 'picked_up', leg: 1 },
      { kind: 'pressed', leg: 1, digit: '1', door: null },
    ],
  ],
] as [string, string, CallEvent[]][])(
  'a resident who presses when the visitor %s opens no door and hears a notice (%s)',
  (_why, words, before) => {
    const { call } = ring([callee(0), callee(1)], { ringMode: 'TOGETHER' });
    const offered = run(call, [{ kind: 'picked_up', leg: 0 }, ...before]).call;
    expect(asksForDoor(offered, 0, '9')).toBe(false);
    const late = decide(offered, { kind: 'pressed', leg: 0, digit: '9', door: null }, facts);
    expect(late.call).toMatchObject({ outcome: offered.outcome, flow: { isDoorAsked: false } });
    expect(late.commands[0]).toEqual({ do: 'tell', party: 0, words });
  },
);

describe('a door', () => {
  const pressed = (leg: number, door: 'GRANTED' | 'DENIED' | 'BUSY'): CallEvent => ({
    kind: 'pressed',
    leg,
    digit: '9',
    door,
  });

  test('does not open for a resident without the right, and the next one is rung', () => {
    const { call } = ring([callee(0), callee(1)]);
    const denied = run(call, [{ kind: 'picked_up', leg: 0 }, pressed(0, 'DENIED')]);
    expect(denied.commands[0]).toEqual({ do: 'tell', party: 0, words: 'doorDenied' });
    const next = run(denied.call, [{ kind: 'leg_ended', leg: 0, status: 'NO_ANSWER' }]);
    expect(rungIn(next.commands)).toEqual([1]);
  });

  test('that fails to open leaves the call answered, and the visitor hears a notice', () => {
    const { call } = run(ring([callee(0)]).call, [{ kind: 'picked_up', leg: 0 }, pressed(0, 'GRANTED')]);
    const ended = decide(
      call,
      { kind: 'leg_ended', leg: 0, status: 'NO_ANSWER' },
      { ...facts, hasDoorFailed: true },
    );
    expect(ended.call).toMatchObject({ outcome: 'ANSWERED', flow: { closing: 'doorFailed' } });
  });
});

/** Returns a function that draws pseudo-random numbers, the same in each run (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The events of a call whose second resident opens the door, each after its cause. */
const course: readonly { event: CallEvent; after: number | null }[] = [
  { event: { kind: 'leg_known', leg: 0, providerLegId: 'a' }, after: null },
  { event: { kind: 'leg_ended', leg: 0, status: 'BUSY' }, after: null },
  { event: { kind: 'leg_known', leg: 1, providerLegId: 'b' }, after: 1 },
  { event: { kind: 'picked_up', leg: 1 }, after: 1 },
  { event: { kind: 'pressed', leg: 1, digit: '9', door: 'GRANTED' }, after: 3 },
  { event: { kind: 'leg_ended', leg: 1, status: 'NO_ANSWER' }, after: 3 },
  { event: { kind: 'told', party: 'visitor' }, after: 5 },
  { event: { kind: 'hung_up', isFailure: false }, after: 6 },
];

/** Returns a random order of the events: each twice, and causes before their effects. */
function shuffle(roll: () => number): CallEvent[] {
  const done = new Set<number>();
  const left = course.flatMap((_, eventIndex) => [eventIndex, eventIndex]);
  const order: CallEvent[] = [];
  while (left.length > 0) {
    const ready = left.flatMap((eventIndex, index) => {
      const { after } = course[eventIndex] ?? {};
      return after === null || (after !== undefined && done.has(after)) ? [index] : [];
    });
    const index = ready[Math.floor(roll() * ready.length)] ?? 0;
    const [eventIndex = 0] = left.splice(index, 1);
    done.add(eventIndex);
    // The visitor hangs up last, because nobody presses a digit after that.
    const { event } = course[eventIndex] ?? {};
    if (event && (event.kind !== 'hung_up' || done.has(4))) order.push(event);
  }
  return order;
}

test.each(Array.from({ length: 50 }, (_, seed) => seed))(
  'any order and repetition of the events leads to the same outcome (%i)',
  (seed) => {
    const { call } = run(ring([callee(0), callee(1)]).call, shuffle(dice(seed)));
    expect(call).toMatchObject({
      status: 'COMPLETED',
      outcome: 'DOOR_OPENED',
      answeredBy: 'user_1',
      legs: [
        { userId: 'user_0', status: 'BUSY' },
        { userId: 'user_1', status: 'ANSWERED' },
      ],
      flow: { phase: 'OVER', isDoorAsked: true },
    });
  },
);
