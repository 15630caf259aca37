import { randomUUID } from 'node:crypto';
import { RetryLater } from '@pas/platform/events/retry-later';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { signTelephonyB } from '@pas/testing/signed-webhooks/sign-webhook';
import { beforeEach, expect, test } from 'vitest';
import { CommandRefused, type CallCarrier } from '../src/providers/telephony-b/call-carrier.ts';
import { addBuilding, callWith, countingDoors, nextPhone, type Building } from './calls-support.ts';
import { processAll, processing as usual } from './processing-support.ts';
import { playTelephonyB, recordCommands } from './telephony-b-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { sent, carrier } = recordCommands();
beforeEach(() => sent.clear());

const { doors, pulsesOf } = countingDoors();
const { keys, send } = await useWebhooks();
const processing = { ...usual, doors, carrier };
const { visit } = playTelephonyB({ key: keys.current.telephonyB, send, processing, sent });

const phonesOf = ({ residents }: Building): string[] => residents.map(({ phone }) => phone ?? '');

test('the first resident does not answer, the second opens the door; repeats change nothing', async () => {
  const building = await addBuilding({ residents: [{}, {}], number: { provider: 'TELEPHONY_B' } });
  const [first, second] = phonesOf(building) as [string, string];
  const call = visit(building);
  expect(await call.ofVisitor('call.initiated')).toEqual([`${call.visitor} answer`]);
  expect(await call.ofVisitor('call.answered')).toEqual([`call ${first}`]);
  await call.ofLeg(first, 'call.initiated');
  expect(await call.ofLeg(first, 'call.hangup', { hangup_cause: 'timeout' })).toEqual([`call ${second}`]);
  await call.ofLeg(second, 'call.initiated');
  expect(await call.ofLeg(second, 'call.answered')).toEqual([`l-${second.slice(1)} gather_using_speak`]);
  await call.ofLeg(second, 'call.dtmf.received', { digit: '9' });
  expect(await call.ofLeg(second, 'call.gather.ended', { digits: '9', status: 'valid' })).toEqual([
    `l-${second.slice(1)} speak`,
  ]);
  expect(await call.ofLeg(second, 'call.speak.ended')).toEqual([`l-${second.slice(1)} hangup`]);
  expect(await call.ofLeg(second, 'call.hangup', { hangup_cause: 'normal_clearing' })).toEqual([
    `${call.visitor} speak`,
  ]);
  expect(await call.ofVisitor('call.speak.ended')).toEqual([`${call.visitor} hangup`]);
  await call.ofVisitor('call.hangup', { hangup_cause: 'normal_clearing' });
  const { tenantId, residents, doorId } = building;
  const ended = await callWith(tenantId, call.visitor);
  expect(ended).toMatchObject({
    outcome: 'DOOR_OPENED',
    status: 'COMPLETED',
    answeredBy: residents[1]?._id,
    legs: [{ status: 'NO_ANSWER' }, { status: 'ANSWERED' }],
  });
  for (const body of call.bodies.toReversed()) await send(signTelephonyB(keys.current.telephonyB, body));
  await processAll('telephony-b', processing);
  expect(await callWith(tenantId, call.visitor)).toEqual(ended);
  expect(pulsesOf(doorId)).toBe(1);
  expect(await AccessEventModel.countDocuments({ tenantId })).toBe(1);
});

test('1 connects both; the open digit works during the talk, and the other phones stop', async () => {
  const building = await addBuilding({
    residents: [{}, {}],
    number: { provider: 'TELEPHONY_B', ringMode: 'TOGETHER' },
  });
  const [first, second] = phonesOf(building) as [string, string];
  const call = visit(building);
  await call.ofVisitor('call.initiated');
  expect(await call.ofVisitor('call.answered')).toEqual([`call ${first}`, `call ${second}`]);
  await call.ofLeg(first, 'call.initiated');
  await call.ofLeg(second, 'call.initiated');
  await call.ofLeg(second, 'call.answered');
  expect(await call.ofLeg(second, 'call.gather.ended', { digits: '1' })).toEqual([
    `l-${first.slice(1)} hangup`,
    `${call.visitor} bridge`,
  ]);
  await call.ofLeg(second, 'call.dtmf.received', { digit: '9' });
  await call.ofLeg(second, 'call.dtmf.received', { digit: '9' });
  expect(pulsesOf(building.doorId)).toBe(1);
  await call.ofVisitor('call.hangup', { hangup_cause: 'normal_clearing' });
  expect(await callWith(building.tenantId, call.visitor)).toMatchObject({
    outcome: 'DOOR_OPENED',
    legs: [{ status: 'CANCELED' }, { status: 'ANSWERED' }],
  });
});

test('a digit still counts after the end of its phone', async () => {
  const building = await addBuilding({ number: { provider: 'TELEPHONY_B' } });
  const [phone] = phonesOf(building) as [string];
  const call = visit(building);
  await call.ofVisitor('call.initiated');
  await call.ofVisitor('call.answered');
  await call.ofLeg(phone, 'call.answered');
  await call.ofLeg(phone, 'call.hangup', { hangup_cause: 'normal_clearing' });
  await call.ofLeg(phone, 'call.gather.ended', { digits: '9' });
  expect(pulsesOf(building.doorId)).toBe(1);
  expect(await callWith(building.tenantId, call.visitor)).toMatchObject({ outcome: 'DOOR_OPENED' });
});

test('a visitor at a property’s number names the unit; an unknown number plays a notice without a record', async () => {
  const building = await addBuilding({ number: { provider: 'TELEPHONY_B', unitId: null } });
  const [phone] = phonesOf(building) as [string];
  const call = visit(building);
  await call.ofVisitor('call.initiated');
  expect(await call.ofVisitor('call.answered')).toEqual([`${call.visitor} gather_using_speak`]);
  expect(await call.ofVisitor('call.gather.ended', { digits: '7' })).toEqual([
    `${call.visitor} gather_using_speak`,
  ]);
  expect(await call.ofVisitor('call.gather.ended', { digits: '4' })).toEqual([`call ${phone}`]);
  const lost = visit({ ...building, number: nextPhone() });
  expect(await lost.ofVisitor('call.initiated')).toEqual([`${lost.visitor} answer`]);
  expect(await lost.ofVisitor('call.answered')).toEqual([`${lost.visitor} speak`]);
  expect(await lost.ofVisitor('call.speak.ended')).toEqual([`${lost.visitor} hangup`]);
  expect(await callWith(building.tenantId, lost.visitor)).toBe(null);
});

test('all phones of a home are rung in parallel', async () => {
  const building = await addBuilding({
    residents: [{}, {}, {}],
    number: { provider: 'TELEPHONY_B', ringMode: 'TOGETHER' },
  });
  const allRing = Promise.withResolvers<void>();
  const rung: unknown[] = [];
  const slow: CallCarrier = {
    ...carrier,
    async command(path, body, commandId) {
      if (path !== '/calls') return carrier.command(path, body, commandId);
      if (rung.push(body['to']) === 3) allRing.resolve();
      await allRing.promise;
      return null;
    },
  };
  const { visit: visitSlowly } = playTelephonyB({
    key: keys.current.telephonyB,
    send,
    processing: { ...processing, carrier: slow },
    sent,
  });
  const call = visitSlowly(building);
  await call.ofVisitor('call.initiated');
  await call.ofVisitor('call.answered');
  expect(rung).toEqual(phonesOf(building));
});

test('a repeat sends each command with its id, also after the first event of a phone', async () => {
  const building = await addBuilding({
    residents: [{}, {}],
    number: { provider: 'TELEPHONY_B', ringMode: 'TOGETHER' },
  });
  const bridges: string[] = [];
  const killed: CallCarrier = {
    ...carrier,
    command(path, body, commandId) {
      if (!path.endsWith('/bridge')) return carrier.command(path, body, commandId);
      return bridges.push(commandId) === 1
        ? Promise.reject(new RetryLater('killed'))
        : carrier.command(path, body, commandId);
    },
  };
  const interrupted = playTelephonyB({
    key: keys.current.telephonyB,
    send,
    processing: { ...processing, carrier: killed },
    sent,
  });
  const [first, second] = phonesOf(building) as [string, string];
  const call = interrupted.visit(building);
  await call.ofVisitor('call.initiated');
  await call.ofVisitor('call.answered');
  await call.ofLeg(second, 'call.answered');
  await expect(call.ofLeg(second, 'call.gather.ended', { digits: '1' })).rejects.toThrow('killed');
  const left = await WebhookReceiptModel.findOne({ progress: 'RECEIVED' }, { _id: 1 }).lean();
  const repeated = { _id: left?._id ?? '' };
  await WebhookReceiptModel.updateOne(repeated, { $set: { progress: 'IGNORED' } });
  await call.ofLeg(first, 'call.initiated');
  await WebhookReceiptModel.updateOne(repeated, { $set: { progress: 'RECEIVED' } });
  await processAll('telephony-b', { ...processing, carrier: killed });
  expect(bridges).toEqual([bridges[0], bridges[0]]);
});

test('a refused notice hangs up immediately, because the event of its end never comes', async () => {
  const building = await addBuilding({ residents: [{}], number: { provider: 'TELEPHONY_B' } });
  const refusing: CallCarrier = {
    ...carrier,
    command: (path, body, commandId) =>
      path.endsWith('/speak')
        ? Promise.reject(new CommandRefused('refused'))
        : carrier.command(path, body, commandId),
  };
  const mute = playTelephonyB({
    key: keys.current.telephonyB,
    send,
    processing: { ...processing, carrier: refusing },
    sent,
  });
  const [phone] = phonesOf(building) as [string];
  const call = mute.visit(building);
  await call.ofVisitor('call.initiated');
  await call.ofVisitor('call.answered');
  await call.ofLeg(phone, 'call.initiated');
  expect(await call.ofLeg(phone, 'call.hangup', { hangup_cause: 'timeout' })).toEqual([
    `${call.visitor} hangup`,
  ]);
});

test('a call that waited for five minutes is recorded as abandoned, and rings nobody', async () => {
  const building = await addBuilding({ residents: [{}], number: { provider: 'TELEPHONY_B' } });
  const visitor = `v-${randomUUID()}`;
  const payload = { call_control_id: visitor, from: nextPhone(), to: building.number, direction: 'incoming' };
  const data = { record_type: 'event', event_type: 'call.initiated', id: randomUUID(), payload };
  await send(signTelephonyB(keys.current.telephonyB, JSON.stringify({ data })));
  const createdAt = new Date(Date.now() - 300_000);
  await WebhookReceiptModel.updateMany({ progress: 'RECEIVED' }, { $set: { createdAt } });
  await processAll('telephony-b', processing);
  expect([...sent]).toEqual([]);
  expect(await callWith(building.tenantId, visitor)).toMatchObject({
    outcome: 'ABANDONED',
    flow: { phase: 'OVER' },
  });
});
