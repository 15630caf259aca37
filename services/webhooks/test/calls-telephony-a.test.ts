import { AccessEventModel } from '@pas/shared/models/access-event';
import { OutboxModel } from '@pas/platform/events/outbox';
import { CallModel } from '@pas/shared/models/call';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { expect, test } from 'vitest';
import { addBuilding, callWith, countingDoors, newCallSid, nextPhone } from './calls-support.ts';
import { processAll, progressOf } from './processing-support.ts';
import { attribute, numbersIn, playTelephonyA } from './telephony-a-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { doors, pulsesOf } = countingDoors();
const { keys, send } = await useWebhooks({ doors });

const { step, visit } = playTelephonyA(keys.current.telephonyA, send);

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
    'pas.v1.calls.call.started',
  ]);
});

test('a phone that staff entered rings; an unverified one of a resident does not', async () => {
  const typed = nextPhone();
  const building = await addBuilding({
    residents: [{ verifiedPhone: null }, { phone: typed, verifiedPhone: null, claimedPhone: typed }],
    number: { ringMode: 'TOGETHER' },
  });
  const call = visit(building);
  expect(numbersIn(await call.arrive())).toEqual([building.residents[0]?.phone]);
  expect((await callWith(building.tenantId, call.sid))?.legs).toMatchObject([
    { status: 'RINGING' },
    { status: 'SKIPPED', reason: 'no_verified_phone' },
  ]);
});

test('a phone that is a virtual number of any tenant never rings', async () => {
  const other = await addBuilding();
  const building = await addBuilding({
    residents: [{}, { phone: other.number, verifiedPhone: other.number }, {}],
    number: { ringMode: 'TOGETHER' },
  });
  const resident = building.residents[2] as UserRow;
  const { _id, tenantId } = resident;
  await UserModel.replaceOne({ _id, tenantId }, { ...resident, phone: building.number, verifiedPhone: null });
  const call = visit(building);
  expect(numbersIn(await call.arrive())).toEqual([building.residents[0]?.phone]);
  expect((await callWith(building.tenantId, call.sid))?.legs).toMatchObject([
    { status: 'RINGING' },
    { status: 'SKIPPED', reason: 'virtual_number', toNumber: null },
    { status: 'SKIPPED', reason: 'virtual_number', toNumber: null },
  ]);
});

test('a call of which every phone is a virtual number ends with the notice', async () => {
  const building = await addBuilding();
  const resident = building.residents[0] as UserRow;
  const { _id, tenantId } = resident;
  await UserModel.replaceOne({ _id, tenantId }, { ...resident, phone: building.number, verifiedPhone: null });
  const call = visit(building);
  expect(await call.arrive()).toMatch(/Nobody can answer.*<Hangup\/>/);
  expect(await callWith(tenantId, call.sid)).toMatchObject({ status: 'COMPLETED', outcome: 'NO_ANSWER' });
});

test('1 connects the resident; each repeat gets the first answer', async () => {
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

test('an unassigned number and an unknown one play the same notice', async () => {
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

test('a property’s number asks for the unit by the digits of its label, and opens only its own door', async () => {
  const building = await addBuilding({ number: { unitId: null }, property: { locale: 'de' } });
  const phone = building.residents[0]?.phone ?? '';
  const call = visit(building);
  const asked = await call.arrive();
  expect(asked).toMatch(/<Gather [^>]*finishOnKey="#".*<Say language="de-DE">Willkommen bei Harbor View/);
  const again = await call.enter(asked, '7');
  expect(again).toMatch(/<Gather /);
  expect(numbersIn(await call.enter(again, '4'))).toEqual([phone]);
  const other = visit(building);
  expect(numbersIn(await other.enter(await other.arrive(), '4#'))).toEqual([phone]);
});

test('a resident who moved out during the call does not open the door; the refusal is recorded', async () => {
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

test('a forged digit with the visitor’s own call opens no door', async () => {
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

test('a repeated call at another address, such as a fallback, gets the instructions of its state', async () => {
  const building = await addBuilding({ number: { unitId: null } });
  const call = visit(building);
  const asked = await call.arrive();
  const again = () => step('/telephony-a/fallback', { ...call.own, CallStatus: 'ringing' });
  expect(await again()).toBe(asked);
  const dial = await call.enter(asked, '4');
  expect(await again()).toBe(dial);
  const closing = await call.dialEnded(dial, 'no-answer');
  expect(await again()).toBe(closing);
  expect(await CallModel.countDocuments({ tenantId: building.tenantId })).toBe(1);
});

test.each(['completed', 'canceled'])('a report that a call is %s ends it at any path', async (CallStatus) => {
  const building = await addBuilding();
  const call = visit(building);
  await call.arrive();
  const answer = await step('/telephony-a', { ...call.own, CallStatus, Direction: 'inbound' });
  expect(answer).toContain('<Response></Response>');
  await processAll('telephony-a');
  expect(await callWith(building.tenantId, call.sid)).toMatchObject({ outcome: 'ABANDONED' });
});

test('a step of an unknown call is IGNORED immediately', async () => {
  await step('/telephony-a/voice/gather', { CallSid: newCallSid(), CallStatus: 'in-progress', Digits: '9' });
  await processAll('telephony-a');
  expect(await progressOf('telephony-a')).toBe('IGNORED');
});

test('a status records the hang-up of the visitor; a late one changes nothing', async () => {
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
