import { AccessEventModel } from '@pas/shared/models/access-event';
import { OutboxModel } from '@pas/platform/events/outbox';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { signTelephonyA } from '@pas/testing/signed-webhooks/sign-webhook';
import { expect, test } from 'vitest';
import {
  addBuilding,
  callWith,
  countingDoors,
  newCallSid,
  nextPhone,
  type Building,
} from './calls-support.ts';
import { processAll } from './processing-support.ts';
import { publicUrl, useWebhooks } from './webhooks-harness.ts';

const { doors, pulsesOf } = countingDoors();
const { keys, send } = await useWebhooks({ doors });

/** Sends a step of a call, as telephony-a does; the path may be an address that an answer has named. */
async function step(path: string, fields: Record<string, string>): Promise<string> {
  const signed = signTelephonyA({
    token: keys.current.telephonyA,
    publicUrl,
    path: path.replace(publicUrl, '').replaceAll('&amp;', '&'),
    fields: Object.entries(fields),
  });
  const { status, body } = await send(signed);
  expect(status).toBe(200);
  return body;
}

const attribute = (xml: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
const numbersIn = (xml: string): string[] =>
  [...xml.matchAll(/<Number[^>]*>([^<]*)</g)].map(([, to = '']) => to);

/** A visitor's call, as telephony-a leads it. */
function visit({ number }: Building, from = nextPhone()) {
  const sid = newCallSid();
  const own = { CallSid: sid, From: from, To: number };
  const arrive = () => step('/telephony-a/voice', { ...own, CallStatus: 'ringing', Direction: 'inbound' });
  const legOf = (to: string) => ({ CallSid: `${sid}-${to}`, ParentCallSid: sid, From: number, To: to });
  return {
    sid,
    from,
    arrive,
    pickUp: (dial: string, to: string) =>
      step(attribute(dial, 'url'), { ...legOf(to), CallStatus: 'in-progress' }),
    press: (offer: string, to: string, Digits: string) =>
      step(attribute(offer, 'action'), { ...legOf(to), CallStatus: 'in-progress', Digits }),
    dialEnded: (dial: string, DialCallStatus: string) =>
      step(attribute(dial, 'action'), { ...own, CallStatus: 'in-progress', DialCallStatus }),
    enter: (gather: string, Digits: string) =>
      step(attribute(gather, 'action'), { ...own, CallStatus: 'in-progress', Digits }),
  };
}

const eventTypes = async (tenantId: string): Promise<string[]> =>
  (await OutboxModel.find({ tenantId }).sort({ _id: 1 }).lean<{ subject: string }[]>())
    .map(({ subject }) => subject)
    .filter((type) => !type.startsWith('pas.v1.audit'));

test('the first resident does not answer, the second opens the door', async () => {
  const building = await addBuilding({ residents: [{}, {}] });
  const { tenantId, residents, doorId, unitId } = building;
  const [first, second] = residents.map(({ phone }) => phone ?? '') as [string, string];
  const call = visit(building);
  const dial = await call.arrive();
  expect(numbersIn(dial)).toEqual([first]);
  const next = await call.dialEnded(dial, 'no-answer');
  expect(numbersIn(next)).toEqual([second]);
  const offer = await call.pickUp(next, second);
  expect(offer).toMatch(
    /<Gather .*numDigits="1".*Press 1 to talk\. Press 9 to open the door\.<\/Say><\/Gather><Hangup\/>/,
  );
  expect(await call.press(offer, second, '9')).toMatch(/The door is opening.*<Hangup\/>/);
  expect(await call.dialEnded(next, 'completed')).toMatch(
    /The door is open\. Please come in\.<\/Say><Hangup\/>/,
  );
  expect(pulsesOf(doorId)).toBe(1);
  expect(await callWith(tenantId, call.sid)).toMatchObject({
    status: 'COMPLETED',
    outcome: 'DOOR_OPENED',
    answeredBy: residents[1]?._id,
    fromNumber: call.from,
    unitId,
    legs: [
      { userId: residents[0]?._id, status: 'NO_ANSWER' },
      { userId: residents[1]?._id, status: 'ANSWERED' },
    ],
  });
  const events = await AccessEventModel.find({ tenantId }).lean();
  expect(events).toMatchObject([
    { decision: 'GRANTED', method: 'DTMF', unitId, subject: { type: 'RESIDENT', id: residents[1]?._id } },
  ]);
  expect((await eventTypes(tenantId)).toSorted()).toEqual([
    'pas.v1.access.point.granted',
    'pas.v1.calls.call.answered',
    'pas.v1.calls.call.ended',
    'pas.v1.calls.call.rung',
    'pas.v1.calls.call.started',
  ]);
});

test('1 connects the resident; each repeat gets the answer of the first time', async () => {
  const building = await addBuilding();
  const phone = building.residents[0]?.phone ?? '';
  const call = visit(building);
  const dial = await call.arrive();
  const offer = await call.pickUp(dial, phone);
  const connected = await call.press(offer, phone, '1');
  expect(connected).toContain('<Response></Response>');
  const over = await call.dialEnded(dial, 'completed');
  expect(over).toContain('<Response><Hangup/></Response>');
  const again = [
    await call.arrive(),
    await call.pickUp(dial, phone),
    await call.press(offer, phone, '1'),
    await call.dialEnded(dial, 'completed'),
  ];
  expect(again).toEqual([dial, offer, connected, over]);
  expect(await callWith(building.tenantId, call.sid)).toMatchObject({
    outcome: 'ANSWERED',
    status: 'COMPLETED',
  });
  expect(pulsesOf(building.doorId)).toBe(0);
});

test('a number that is not assigned, and an unknown one, get the same notice', async () => {
  const unassigned = { status: 'AVAILABLE' as const, propertyId: null, unitId: null, accessPointId: null };
  const building = await addBuilding({ number: unassigned });
  const call = visit(building);
  const notice = await call.arrive();
  expect(notice).toMatch(/not in service.*<Hangup\/>/);
  expect(await callWith(building.tenantId, call.sid)).toMatchObject({
    outcome: 'NO_TARGET',
    status: 'COMPLETED',
    propertyId: null,
  });
  const unknown = visit({ ...building, number: nextPhone() });
  expect(await unknown.arrive()).toBe(notice);
  expect(await callWith(building.tenantId, unknown.sid)).toBe(null);
  expect(await WebhookReceiptModel.countDocuments({ provider: 'telephony-a' })).toBeGreaterThan(1);
});

test('a property’s number asks for the unit by the digits of its label, and has the door of nobody else', async () => {
  const building = await addBuilding({ number: { unitId: null }, property: { locale: 'de' } });
  const phone = building.residents[0]?.phone ?? '';
  const call = visit(building);
  const asked = await call.arrive();
  expect(asked).toMatch(/<Gather [^>]*finishOnKey="#".*<Say language="de-DE">Willkommen bei Harbor View/);
  const again = await call.enter(asked, '7');
  expect(again).toMatch(/<Gather /);
  expect(numbersIn(await call.enter(again, '4'))).toEqual([phone]);
});

test('a resident who moved out meanwhile does not open the door; the refusal is on record', async () => {
  const building = await addBuilding();
  const { tenantId, residents, doorId } = building;
  const [resident] = residents as [UserRow];
  const call = visit(building);
  const dial = await call.arrive();
  const offer = await call.pickUp(dial, resident.phone ?? '');
  await UserModel.updateOne({ _id: resident._id, tenantId }, { $set: { residences: [] } });
  expect(await call.press(offer, resident.phone ?? '', '9')).toMatch(/may not open this door.*<Hangup\/>/);
  expect(pulsesOf(doorId)).toBe(0);
  expect(await AccessEventModel.find({ tenantId }).lean()).toMatchObject([
    { decision: 'DENIED', method: 'DTMF' },
  ]);
});

test('the digit of a phone that was not rung, sent with the visitor’s own call, opens nothing', async () => {
  const building = await addBuilding();
  const call = visit(building);
  const dial = await call.arrive();
  const offer = await call.pickUp(dial, building.residents[0]?.phone ?? '');
  const own = {
    CallSid: call.sid,
    From: call.from,
    To: building.number,
    CallStatus: 'in-progress',
    Digits: '9',
  };
  await step(attribute(offer, 'action'), own);
  expect(pulsesOf(building.doorId)).toBe(0);
});

test('a status says that the visitor has hung up; one that comes late takes nothing back', async () => {
  const building = await addBuilding({ number: { ringMode: 'TOGETHER' }, residents: [{}, {}] });
  const call = visit(building);
  const dial = await call.arrive();
  expect(numbersIn(dial)).toEqual(building.residents.map(({ phone }) => phone));
  const status = (CallStatus: string, SequenceNumber: string) =>
    step('/telephony-a/voice/status', { CallSid: call.sid, CallStatus, SequenceNumber });
  await status('completed', '4');
  await status('ringing', '1');
  await status('completed', '4');
  await processAll('telephony-a');
  expect(await callWith(building.tenantId, call.sid)).toMatchObject({
    status: 'COMPLETED',
    outcome: 'ABANDONED',
    legs: [{ status: 'CANCELED' }, { status: 'CANCELED' }],
  });
});

test('fifty calls at once into one building: each rings, and each digit opens once', async () => {
  const building = await addBuilding();
  const phone = building.residents[0]?.phone ?? '';
  const calls = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const call = visit(building);
      const dial = await call.arrive();
      return { call, dial, offer: await call.pickUp(dial, phone) };
    }),
  );
  expect(calls.map(({ dial }) => numbersIn(dial))).toEqual(calls.map(() => [phone]));
  const [first] = calls;
  const presses = await Promise.all(
    Array.from({ length: 5 }, async () => first?.call.press(first.offer, phone, '9')),
  );
  expect(new Set(presses).size).toBe(1);
  expect(pulsesOf(building.doorId)).toBe(1);
});
