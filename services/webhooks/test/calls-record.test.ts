import { OutboxModel } from '@pas/platform/events/outbox';
import { withTrace } from '@pas/platform/trace/trace';
import { beforeEach, expect, test } from 'vitest';
import { addBuilding, callWith, countingDoors, type Building } from './calls-support.ts';
import { processing as usual } from './processing-support.ts';
import { playTelephonyA } from './telephony-a-calls.ts';
import { playTelephonyB, recordCommands } from './telephony-b-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const correlationId = 'a-call-that-is-followed';
const { doors } = countingDoors();
const { sent, carrier } = recordCommands();
beforeEach(() => sent.clear());
const { keys, send } = await useWebhooks({ doors });
const atA = playTelephonyA(keys.current.telephonyA, ({ headers, ...webhook }) =>
  send({ ...webhook, headers: { ...headers, 'x-correlation-id': correlationId } }),
);
const processing = { ...usual, doors, carrier };
const atB = playTelephonyB({ key: keys.current.telephonyB, send, processing, sent });

interface Submission {
  envelope: {
    type: string;
    correlationid: string;
    data: {
      action: string;
      actor: { type: string; id: string | null; name: string | null };
      targets: { type: string; id: string }[];
      changes: { path: string; after: unknown }[];
    };
  };
}

/** Returns the submissions to the audit of a tenant, by action. Those of one commit have no order. */
async function recordsOf({ tenantId }: Building) {
  const subject = 'pas.v1.audit.record.submitted';
  const rows = await OutboxModel.find({ tenantId, subject }).lean<Submission[]>();
  return rows
    .map(({ envelope: { correlationid, data } }) => ({ correlationid, ...data }))
    .toSorted((a, b) => (a.action < b.action ? -1 : 1));
}

async function openByA(building: Building): Promise<string> {
  const [first, second] = building.residents.map(({ phone }) => phone ?? '') as [string, string];
  const call = atA.visit(building);
  const next = await call.dialEnded(await call.arrive(), 'no-answer');
  expect(first).not.toBe(second);
  await call.press(await call.pickUp(next, second), second, '9');
  await call.dialEnded(next, 'completed');
  return call.sid;
}

async function openByB(building: Building): Promise<string> {
  const [first, second] = building.residents.map(({ phone }) => phone ?? '') as [string, string];
  const call = atB.visit(building);
  // The consumer uses the trace of the event of the receipt.
  await withTrace({ correlationId, traceparent: null }, async () => {
    await call.ofVisitor('call.initiated');
    await call.ofVisitor('call.answered');
    await call.ofLeg(first, 'call.hangup', { hangup_cause: 'timeout' });
    await call.ofLeg(second, 'call.answered');
    await call.ofLeg(second, 'call.gather.ended', { digits: '9' });
    await call.ofLeg(second, 'call.hangup', { hangup_cause: 'normal_clearing' });
  });
  return call.visitor;
}

test.each([
  ['TELEPHONY_A', 'Telephony provider A', openByA],
  ['TELEPHONY_B', 'Telephony provider B', openByB],
] as const)(
  '%s: the audit of a whole call names the actors, under one correlation id',
  async (provider, name, open) => {
    const building = await addBuilding({ residents: [{}, {}], number: { provider } });
    const { tenantId, unitId, doorId, property } = building;
    const call = await callWith(tenantId, await open(building));
    const records = await recordsOf(building);
    const byProvider = { type: 'WEBHOOK', id: null, name };
    const ofCall = [
      { type: 'call', id: call?._id },
      { type: 'property', id: property._id },
      { type: 'unit', id: unitId },
    ];
    const resident = building.residents[1]?._id;
    expect(records.map(({ action }) => action)).toEqual([
      'access_point.unlocked',
      'call.answered',
      'call.ended',
      'call.started',
    ]);
    expect(records).toMatchObject([
      {
        actor: { type: 'RESIDENT', id: resident },
        targets: [
          { type: 'access_point', id: doorId },
          { type: 'call', id: call?._id },
          { type: 'unit', id: unitId },
          { type: 'unlock_attempt', id: expect.stringMatching(/^[a-z]+_/) as string },
        ],
        changes: [{ path: 'method', after: 'DTMF' }],
      },
      { actor: byProvider, targets: ofCall, changes: [{ path: 'answeredBy', after: resident }] },
      { actor: byProvider, targets: ofCall, changes: [{ path: 'outcome', after: 'DOOR_OPENED' }] },
      { actor: byProvider, targets: ofCall, changes: [{ path: 'status', after: 'RINGING' }] },
    ]);
    expect(new Set(records.map(({ correlationid }) => correlationid))).toEqual(new Set([correlationId]));
  },
);
