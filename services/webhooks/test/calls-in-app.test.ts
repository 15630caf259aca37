import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import type { UserRow } from '@pas/shared/models/user';
import { accessPointRow } from '@pas/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import { addHome, appOf, giveTime, noPhone, rungIn, waits } from './calls-in-app-support.ts';
import { addApp, addBuilding, callWith, countingDoors } from './calls-support.ts';
import { processAll, processing as usual } from './processing-support.ts';
import { numbersIn, playTelephonyA } from './telephony-a-calls.ts';
import { playTelephonyB, recordCommands } from './telephony-b-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { doors, pulsesOf } = countingDoors();
const { sent, carrier } = recordCommands();
beforeEach(() => sent.clear());
const { keys, send } = await useWebhooks({ doors });
const atA = playTelephonyA(keys.current.telephonyA, send);
const processing = { ...usual, doors, carrier };
const atB = playTelephonyB({ key: keys.current.telephonyB, send, processing, sent });

const openInApp = appOf(doors);

describe('a resident has the app and no verified phone, and no other has a phone', () => {
  test('telephony-a: the visitor waits, and hears when the door is open', async () => {
    const building = await addHome();
    const { tenantId, doorId, residents } = building;
    const [resident] = residents as [UserRow];
    const call = atA.visit(building);
    const first = await call.arrive();
    expect(first).toMatch(waits);
    await giveTime(building, call.sid);
    expect(await rungIn(tenantId)).toEqual([[resident._id]]);
    expect(await callWith(tenantId, call.sid)).toMatchObject({
      status: 'RINGING',
      outcome: null,
      legs: [{ userId: resident._id, status: 'SKIPPED', reason: 'no_verified_phone', pushed: true }],
    });
    const second = await call.waited(first);
    expect(second).toMatch(waits);
    expect([await call.arrive(), await call.waited(first)]).toEqual([first, second]);

    await openInApp(building, resident);

    expect(await call.waited(second)).toMatch(/The door is open\. Please come in\.<\/Say><Hangup\/>/);
    expect(pulsesOf(doorId)).toBe(1);
    expect(await callWith(tenantId, call.sid)).toMatchObject({
      status: 'COMPLETED',
      outcome: 'DOOR_OPENED',
      answeredBy: resident._id,
      legs: [{ status: 'ANSWERED', reason: null, pushed: true }],
    });
    expect(await AccessEventModel.find({ tenantId }).lean()).toMatchObject([{ method: 'APP' }]);
  });

  test('telephony-b: the same', async () => {
    const building = await addHome({ number: { provider: 'TELEPHONY_B' } });
    const { tenantId, doorId, residents } = building;
    const [resident] = residents as [UserRow];
    const call = atB.visit(building);
    const prompt = [`${call.visitor} gather_using_speak`];
    expect(await call.ofVisitor('call.initiated')).toEqual([`${call.visitor} answer`]);
    expect(await call.ofVisitor('call.answered')).toEqual(prompt);
    await giveTime(building, call.visitor);
    expect(call.spoken.at(-1)).toBe('en-US: We are calling the residents. Please stay on the line.');
    expect(await rungIn(tenantId)).toEqual([[resident._id]]);
    expect(await call.ofVisitor('call.gather.ended', { digits: '', status: 'timeout' })).toEqual(prompt);

    await openInApp(building, resident);

    const said = await call.ofVisitor('call.gather.ended', { digits: '', status: 'timeout' });
    expect([said, call.spoken.at(-1)]).toEqual([
      [`${call.visitor} speak`],
      'en-US: The door is open. Please come in.',
    ]);
    expect(await call.ofVisitor('call.speak.ended')).toEqual([`${call.visitor} hangup`]);
    expect(pulsesOf(doorId)).toBe(1);
    expect(await callWith(tenantId, call.visitor)).toMatchObject({
      status: 'COMPLETED',
      outcome: 'DOOR_OPENED',
      answeredBy: resident._id,
      legs: [{ status: 'ANSWERED', reason: null, pushed: true }],
    });
  });

  const unanswered = {
    status: 'COMPLETED',
    outcome: 'NO_ANSWER',
    answeredBy: null,
    legs: [{ status: 'SKIPPED', reason: 'no_verified_phone', pushed: true }],
  };

  test('telephony-a: the visitor hears a notice if nobody opens within the time of the tenant', async () => {
    const building = await addHome();
    const call = atA.visit(building);
    let answer = await call.arrive();
    await giveTime(building, call.sid);
    // 20 seconds, in steps of five.
    for (const _wait of [1, 2, 3]) answer = await call.waited(answer);
    expect(answer).toMatch(waits);
    expect(await call.waited(answer)).toMatch(/Nobody can answer.*<Hangup\/>/);
    expect(await callWith(building.tenantId, call.sid)).toMatchObject(unanswered);
    expect(pulsesOf(building.doorId)).toBe(0);
  });

  test('telephony-b: the same; the call of a visitor who hangs up is ABANDONED', async () => {
    const building = await addHome({ number: { provider: 'TELEPHONY_B' } });
    const [call, left] = [atB.visit(building), atB.visit(building)];
    for (const each of [call, left]) {
      await each.ofVisitor('call.initiated');
      await each.ofVisitor('call.answered');
      await giveTime(building, each.visitor);
    }
    const timeout = { digits: '', status: 'timeout' };
    for (const _wait of [1, 2, 3])
      expect(await call.ofVisitor('call.gather.ended', timeout)).toEqual([
        `${call.visitor} gather_using_speak`,
      ]);
    expect(await call.ofVisitor('call.gather.ended', timeout)).toEqual([`${call.visitor} speak`]);
    expect(call.spoken.at(-1)).toMatch(/Nobody can answer/);
    expect(await callWith(building.tenantId, call.visitor)).toMatchObject(unanswered);
    const gone = { digits: '', status: 'call_hangup' };
    expect(await left.ofVisitor('call.gather.ended', gone)).toEqual([]);
    expect(await left.ofVisitor('call.hangup', { hangup_cause: 'normal_clearing' })).toEqual([]);
    expect(await callWith(building.tenantId, left.visitor)).toMatchObject({ outcome: 'ABANDONED' });
  });

  test('a call whose visitor hangs up after the opening is DOOR_OPENED', async () => {
    const building = await addHome();
    const call = atA.visit(building);
    await call.arrive();
    await openInApp(building, building.residents[0] as UserRow);
    await call.hangUp();
    await processAll('telephony-a');
    expect(await callWith(building.tenantId, call.sid)).toMatchObject({ outcome: 'DOOR_OPENED' });
  });

  test.each([
    ['just before the call does not end it', 30_000],
    ['during the call ends it', -30_000],
  ])('an opening %s, although the clock of the app’s service differs by %i ms', async (_name, skewMs) => {
    const building = await addHome();
    const { tenantId, residents } = building;
    const open = async () => {
      await openInApp(building, residents[0] as UserRow);
      const createdAt = new Date(Date.now() + skewMs);
      await UnlockAttemptModel.updateMany({ tenantId }, { $set: { createdAt } });
    };
    const isBefore = skewMs > 0;
    if (isBefore) await open();
    const call = atA.visit(building);
    const pause = await call.arrive();
    await giveTime(building, call.sid);
    if (!isBefore) await open();
    expect(await call.waited(pause)).toMatch(isBefore ? waits : /The door is open/);
  });

  test('another door that a resident opens does not end the call', async () => {
    const building = await addHome();
    const { tenantId, property } = building;
    const garage = accessPointRow({ tenantId, propertyId: property._id }, { kind: 'GARAGE' });
    await AccessPointModel.insertMany([garage]);
    const call = atA.visit(building);
    const pause = await call.arrive();
    await giveTime(building, call.sid);
    await openInApp({ ...building, doorId: garage._id }, building.residents[0] as UserRow);
    expect(await call.waited(pause)).toMatch(waits);
  });

  test('the visitor also waits at a number without a door, and no unlock ends the call', async () => {
    const building = await addHome({ number: { accessPointId: null } });
    const { tenantId, residents } = building;
    const call = atA.visit(building);
    let answer = await call.arrive();
    await giveTime(building, call.sid);
    expect(await rungIn(tenantId)).toEqual([[residents[0]?._id]]);
    await openInApp(building, residents[0] as UserRow);
    for (const _wait of [1, 2, 3]) {
      expect(answer).toMatch(waits);
      answer = await call.waited(answer);
    }
    expect(await call.waited(answer)).toMatch(/Nobody can answer.*<Hangup\/>/);
    expect(await callWith(tenantId, call.sid)).toMatchObject(unanswered);
  });

  test('an inactive device, and one of a resident who disabled calls, make no visitor wait', async () => {
    const silent = { ...noPhone, callSettings: { ring: false, quietHours: [] } };
    const building = await addBuilding({ residents: [noPhone, silent] });
    const [stale, off] = building.residents as [UserRow, UserRow];
    await addApp(stale, 'STALE');
    await addApp(off);
    const call = atA.visit(building);
    expect(await call.arrive()).toMatch(/Nobody can answer.*<Hangup\/>/);
    expect(await callWith(building.tenantId, call.sid)).toMatchObject({
      outcome: 'NO_ANSWER',
      legs: [{ pushed: false }, { pushed: false, reason: 'ring_off' }],
    });
  });
});

describe('one resident has a phone, another only the app', () => {
  test('a busy phone does not shorten the time of the app', async () => {
    const building = await addHome({ residents: [{}, noPhone] });
    const call = atA.visit(building);
    const dial = await call.arrive();
    expect(numbersIn(dial)).toEqual([building.residents[0]?.phone]);
    await giveTime(building, call.sid);
    let answer = await call.dialEnded(dial, 'busy');
    for (const _wait of [1, 2, 3, 4]) {
      expect(answer).toMatch(waits);
      answer = await call.waited(answer);
    }
    expect(answer).toMatch(/Nobody can answer.*<Hangup\/>/);
    expect(await callWith(building.tenantId, call.sid)).toMatchObject({
      outcome: 'NO_ANSWER',
      legs: [{ status: 'BUSY' }, { status: 'SKIPPED', pushed: true }],
    });
  });

  test('a door that opens in the app while a phone rings ends the call as DOOR_OPENED', async () => {
    const building = await addHome({ residents: [{}, {}, noPhone] });
    const { tenantId, residents } = building;
    const call = atA.visit(building);
    const dial = await call.arrive();
    await openInApp(building, residents[2] as UserRow);
    expect(await call.dialEnded(dial, 'no-answer')).toMatch(/The door is open.*<Hangup\/>/);
    expect(await callWith(tenantId, call.sid)).toMatchObject({
      outcome: 'DOOR_OPENED',
      answeredBy: residents[2]?._id,
      legs: [{ status: 'NO_ANSWER' }, { status: 'CANCELED' }, { status: 'ANSWERED' }],
    });
  });
});
