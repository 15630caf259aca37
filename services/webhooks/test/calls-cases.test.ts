import { AccessEventModel } from '@pas/shared/models/access-event';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { beforeEach, describe, expect, test } from 'vitest';
import { findCall } from '../src/calls/advance-call.ts';
import { processReceipt } from '../src/processing/process-receipt.ts';
import { appOf } from './calls-in-app-support.ts';
import { addBuilding, callWith, countingDoors, nextPhone, type Building } from './calls-support.ts';
import { processAll, processing as usual, progressOf } from './processing-support.ts';
import { attribute, numbersIn, playTelephonyA } from './telephony-a-calls.ts';
import { playTelephonyB, recordCommands } from './telephony-b-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { doors, pulsesOf } = countingDoors();
const { sent, carrier } = recordCommands();
beforeEach(() => sent.clear());
const { keys, send } = await useWebhooks({ doors });
const { step, visit } = playTelephonyA(keys.current.telephonyA, send);
const processing = { ...usual, doors, carrier };
const atB = playTelephonyB({ key: keys.current.telephonyB, send, processing, sent });

const phonesOf = ({ residents }: Building): string[] => residents.map(({ phone }) => phone ?? '');

describe('a phone that is picked up without a digit, such as a voicemail', () => {
  test('telephony-a: the next resident is rung; without another one the visitor hears a notice', async () => {
    const building = await addBuilding({ residents: [{}, {}] });
    const [first, second] = phonesOf(building) as [string, string];
    const call = visit(building);
    const dial = await call.arrive();
    expect(await call.pickUp(dial, first)).toMatch(/<Gather .*<\/Gather><Hangup\/>/);
    const next = await call.dialEnded(dial, 'completed');
    expect(numbersIn(next)).toEqual([second]);
    expect(await call.dialEnded(next, 'no-answer')).toMatch(/Nobody can answer.*<Hangup\/>/);
    expect(await callWith(building.tenantId, call.sid)).toMatchObject({
      outcome: 'NO_ANSWER',
      answeredBy: null,
      legs: [{ status: 'NO_ANSWER' }, { status: 'NO_ANSWER' }],
    });
    expect(pulsesOf(building.doorId)).toBe(0);
  });

  test('telephony-a: it does not count as busy when the other phone is', async () => {
    const building = await addBuilding({ residents: [{}, {}], number: { ringMode: 'TOGETHER' } });
    const [first] = phonesOf(building) as [string, string];
    const call = visit(building);
    const dial = await call.arrive();
    await call.pickUp(dial, first);
    await call.dialEnded(dial, 'busy');
    expect(await callWith(building.tenantId, call.sid)).toMatchObject({
      outcome: 'NO_ANSWER',
      legs: [{ status: 'NO_ANSWER' }, { status: 'BUSY' }],
    });
  });

  test('telephony-b', async () => {
    const building = await addBuilding({ residents: [{}, {}], number: { provider: 'TELEPHONY_B' } });
    const [first, second] = phonesOf(building) as [string, string];
    const call = atB.visit(building);
    await call.ofVisitor('call.initiated');
    await call.ofVisitor('call.answered');
    await call.ofLeg(first, 'call.answered');
    const leg = `l-${first.slice(1)}`;
    expect(await call.ofLeg(first, 'call.gather.ended', { digits: '', status: 'timeout' })).toEqual([
      `${leg} speak`,
    ]);
    expect(await call.ofLeg(first, 'call.speak.ended')).toEqual([`${leg} hangup`]);
    expect(await call.ofLeg(first, 'call.hangup', { hangup_cause: 'normal_clearing' })).toEqual([
      `call ${second}`,
    ]);
    expect(await callWith(building.tenantId, call.visitor)).toMatchObject({
      status: 'RINGING',
      answeredBy: null,
      legs: [{ status: 'NO_ANSWER' }, { status: 'RINGING' }],
    });
  });
});

describe('numbers without a target', () => {
  test.each(['telephony-a', 'telephony-b'] as const)(
    '%s: a quarantined number plays the notice, and records a call of its tenant without a property',
    async (provider) => {
      const quarantined = {
        status: 'QUARANTINED' as const,
        propertyId: null,
        unitId: null,
        accessPointId: null,
        quarantineUntil: new Date(Date.now() + 86_400_000),
      };
      const building = await addBuilding({ number: quarantined });
      const id = provider === 'telephony-a' ? await callA(building) : await callB(building);
      expect(await callWith(building.tenantId, id)).toMatchObject({
        status: 'COMPLETED',
        outcome: 'NO_TARGET',
        propertyId: null,
        unitId: null,
        legs: [],
      });
    },
  );

  async function callA(building: Building): Promise<string> {
    const call = visit(building);
    expect(await call.arrive()).toMatch(/not in service.*<Hangup\/>/);
    return call.sid;
  }
  async function callB(building: Building): Promise<string> {
    const call = atB.visit(building);
    expect(await call.ofVisitor('call.initiated')).toEqual([`${call.visitor} answer`]);
    expect(await call.ofVisitor('call.answered')).toEqual([`${call.visitor} speak`]);
    expect(call.spoken.at(-1)).toMatch(/en-US: .*not in service/);
    expect(await call.ofVisitor('call.speak.ended')).toEqual([`${call.visitor} hangup`]);
    return call.visitor;
  }

  test.each(['telephony-a', 'telephony-b'] as const)(
    '%s: an unknown number plays the same notice, without a record; the receipt is IGNORED',
    async (provider) => {
      const unknown = { number: nextPhone() } as Building;
      const id = provider === 'telephony-a' ? await callA(unknown) : await callB(unknown);
      const [newest] = await WebhookReceiptModel.find({ provider }).sort({ createdAt: -1 }).limit(1).lean();
      await processReceipt(processing, newest?._id ?? '');
      expect(await findCall({ provider, providerCallId: id })).toBe(null);
      expect(await progressOf(provider)).toBe('IGNORED');
    },
  );
});

describe('a door', () => {
  test('opens once if both residents press simultaneously; the other one hears that the call is taken', async () => {
    const building = await addBuilding({ residents: [{}, {}], number: { ringMode: 'TOGETHER' } });
    const { tenantId, doorId } = building;
    const phones = phonesOf(building);
    const call = visit(building);
    const dial = await call.arrive();
    const urls = [...dial.matchAll(/ url="([^"]*)"/g)].map(([, url = '']) => url);
    const fieldsOf = (to: string) => ({ CallSid: `${call.sid}-${to}`, ParentCallSid: call.sid, To: to });
    const offers = await Promise.all(phones.map((to, leg) => step(urls[leg] ?? '', fieldsOf(to))));
    const answers = await Promise.all(phones.map((to, leg) => call.press(offers[leg] ?? '', to, '9')));
    expect(answers.filter((answer) => /The door is opening/.test(answer))).toHaveLength(1);
    expect(answers.filter((answer) => /answered already.*<Hangup\/>/.test(answer))).toHaveLength(1);
    expect(pulsesOf(doorId)).toBe(1);
    expect(await AccessEventModel.countDocuments({ tenantId })).toBe(1);
    await call.dialEnded(dial, 'completed');
    const { legs, outcome } = (await callWith(tenantId, call.sid)) ?? {};
    expect([outcome, legs?.map(({ status }) => status).toSorted()]).toEqual([
      'DOOR_OPENED',
      ['ANSWERED', 'CANCELED'],
    ]);
  });

  test('opens once for five simultaneous deliveries of the step; a refusal is recorded once', async () => {
    const granted = await addBuilding();
    const refused = await addBuilding({ residents: [{}] });
    for (const { tenantId, residents, doorId, ...building } of [granted, refused]) {
      const phone = residents[0]?.phone ?? '';
      const call = visit(building);
      const dial = await call.arrive();
      const offer = await call.pickUp(dial, phone);
      if (tenantId === refused.tenantId) await moveOut({ tenantId, residents });
      const answers = await Promise.all(Array.from({ length: 5 }, () => call.press(offer, phone, '9')));
      expect(new Set(answers).size).toBe(1);
      expect(await AccessEventModel.countDocuments({ tenantId })).toBe(1);
      expect(pulsesOf(doorId)).toBe(tenantId === granted.tenantId ? 1 : 0);
    }
  });

  test('opens once if a resident taps in the app and then presses the digit', async () => {
    const building = await addBuilding();
    const { tenantId, residents, doorId } = building;
    const call = visit(building);
    const dial = await call.arrive();
    const offer = await call.pickUp(dial, residents[0]?.phone ?? '');
    await appOf(doors)(building, residents[0] as UserRow);
    expect(await call.press(offer, residents[0]?.phone ?? '', '9')).toMatch(/The door is opening/);
    expect(pulsesOf(doorId)).toBe(1);
    expect(await AccessEventModel.countDocuments({ tenantId })).toBe(1);
    const { _id } = (await callWith(tenantId, call.sid)) ?? {};
    expect(await UnlockAttemptModel.countDocuments({ tenantId, keys: `call:${_id}` })).toBe(1);
    await call.dialEnded(dial, 'completed');
    expect(await callWith(tenantId, call.sid)).toMatchObject({ outcome: 'DOOR_OPENED' });
  });

  test('stays closed for a digit after the visitor has hung up', async () => {
    const building = await addBuilding();
    const [phone] = phonesOf(building) as [string];
    const call = visit(building);
    const offer = await call.pickUp(await call.arrive(), phone);
    await call.hangUp();
    await processAll('telephony-a');
    expect(await call.press(offer, phone, '9')).toMatch(/visitor has hung up.*<Hangup\/>/);
    expect(await callWith(building.tenantId, call.sid)).toMatchObject({ outcome: 'ABANDONED' });
    expect(pulsesOf(building.doorId)).toBe(0);
  });

  test('is not offered at a number without a door, such as that of a property with several doors', async () => {
    const building = await addBuilding({ number: { accessPointId: null } });
    const [phone] = phonesOf(building) as [string];
    const call = visit(building);
    const offer = await call.pickUp(await call.arrive(), phone);
    expect(offer).toMatch(/Press 1 to talk\.<\/Say>/);
    const again = await call.press(offer, phone, '9');
    expect([attribute(again, 'numDigits'), again]).toEqual(['1', offer]);
    expect(pulsesOf(building.doorId)).toBe(0);
  });
});

async function moveOut({ tenantId, residents }: Pick<Building, 'tenantId' | 'residents'>): Promise<void> {
  await UserModel.updateOne({ _id: residents[0]?._id ?? '', tenantId }, { $set: { residences: [] } });
}
