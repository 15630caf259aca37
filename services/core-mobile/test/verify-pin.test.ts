import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { UserModel } from '@pas/shared/models/user';
import { accessPassRow, formerTestPasses } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import {
  addDoor,
  addPass,
  addResident,
  controllerOf,
  newHome,
  startCoreMobile,
  testPasses,
} from './core-mobile-harness.ts';
import { openWithPass, outcomeOf, typePin } from './pass-support.ts';

const service = await startCoreMobile();

const verify = (door: AccessPointRow, pin: string, as = controllerOf(door)) =>
  typePin(service, { door, pin, as });
const outcome = (door: AccessPointRow, pin: string) => outcomeOf(service, { door, pin });
/** Retries a PIN while the system is too busy to decide, as a panel does. */
const decided = (door: AccessPointRow, pin: string, tooBusy: readonly number[] = [429, 503]) =>
  waitUntil(
    async () => {
      const answer = await outcome(door, pin);
      return tooBusy.includes(answer[0]) ? null : answer;
    },
    { what: 'a decision' },
  );
const eventsAt = ({ _id, tenantId }: AccessPointRow) =>
  AccessEventModel.find({ tenantId, accessPointId: _id }).sort({ _id: 1 }).lean();
/** Returns six digits that differ from the PIN. */
const wrongPin = (pin: string, by = 1): string => String((Number(pin) + by) % 1_000_000).padStart(6, '0');

describe('POST /access/verify', () => {
  test('200 uses the pass once, and the access event names pass, unit and reason', async () => {
    const { home, door, pass, pin } = await openWithPass();
    const { status, body } = await verify(door, pin);
    expect([status, body.verification]).toMatchObject([
      200,
      { passId: pass._id, reason: 'pass_valid', openSeconds: 5 },
    ]);
    const { _id } = pass;
    expect(await AccessPassModel.findOne({ _id, tenantId: home.tenantId }).lean()).toMatchObject({ uses: 1 });
    expect(await eventsAt(door)).toMatchObject([
      {
        _id: body.verification.accessEventId,
        decision: 'GRANTED',
        method: 'PIN',
        subject: { type: 'VISITOR', id: pass._id },
        passId: pass._id,
        unitId: home.unitId,
      },
    ]);
    const [granted] = await eventsAt(door);
    expect(granted?.rules.map(({ name, passed }) => [name, passed])).toEqual([
      ['pin_known', true],
      ['door_in_service', true],
      ['pass_live', true],
      ['pass_for_door', true],
      ['host_admitted', true],
      ['pass_window', true],
      ['pass_uses', true],
    ]);
  });

  test('403 with the reason, and the access event omits the PIN', async () => {
    const { home, door, pin } = await openWithPass();
    const wrong = wrongPin(pin);
    expect(await outcome(door, wrong)).toEqual([403, 'pin_unknown']);
    expect(await eventsAt(door)).toMatchObject([
      { decision: 'DENIED', reason: 'pin_unknown', subject: { type: 'VISITOR', id: null }, passId: null },
    ]);
    const published = await OutboxModel.find({ tenantId: home.tenantId }).lean();
    expect(published.map(({ envelope }) => envelope.type)).toEqual(['pas.v1.access.point.denied']);
    expect(JSON.stringify(published)).not.toContain(wrong);
  });

  test.each<[string, Partial<AccessPassRow>]>([
    ['pass_outside_window', { startsAt: new Date(Date.now() + 3_600_000) }],
    [
      'pass_expired',
      { startsAt: new Date(Date.now() - 7_200_000), endsAt: new Date(Date.now() - 3_600_000) },
    ],
    ['pass_used_up', { maxUses: 2, uses: 2 }],
  ])('403 %s', async (reason, fields) => {
    const { door, pin } = await openWithPass(fields);
    expect(await outcome(door, pin)).toEqual([403, reason]);
  });

  test('403 after the host moved out or the pass was revoked', async () => {
    const { home, resident, door, pin } = await openWithPass();
    const { _id, residences } = resident.row;
    const ended = residences.map((residence) => ({ ...residence, endsAt: new Date() }));
    await UserModel.updateOne({ _id, tenantId: home.tenantId }, { $set: { residences: ended } });
    expect(await outcome(door, pin)).toEqual([403, 'host_not_admitted']);
    const [denied] = await eventsAt(door);
    expect(denied?.rules).toEqual([
      { name: 'pin_known', passed: true, message: 'A pass of this door has this PIN.' },
      { name: 'door_in_service', passed: true, message: 'The door is in service.' },
      { name: 'pass_live', passed: true, message: 'The pass has not ended.' },
      { name: 'pass_for_door', passed: true, message: 'The pass names this door.' },
      {
        name: 'host_admitted',
        passed: false,
        message:
          'The resident who made the pass may not open this door: The person does not live in this building now.',
      },
    ]);
    const second = await openWithPass();
    await AccessPassModel.updateOne(
      { _id: second.pass._id, tenantId: second.home.tenantId },
      { $set: { isLive: false } },
    );
    expect(await outcome(second.door, second.pin)).toEqual([403, 'pin_unknown']);
  });

  test('403 pass_revoked for a day after a revocation, without blocking the door', async () => {
    const { home, resident, door, pin, pass } = await openWithPass();
    const path = `/access/passes/${pass._id}`;
    expect((await service.call('DELETE', path, { as: resident.as })).status).toBe(204);
    for (let tries = 0; tries < 6; tries += 1)
      expect(await outcome(door, pin)).toEqual([403, 'pass_revoked']);
    const [denied] = await eventsAt(door);
    expect(denied).toMatchObject({ reason: 'pass_revoked', passId: pass._id });
    const dayAgo = { deletedAt: new Date(Date.now() - 24 * 3_600_000) };
    await AccessPassModel.updateOne({ _id: pass._id, tenantId: home.tenantId }, { $set: dayAgo });
    expect(await outcome(door, pin)).toEqual([403, 'pin_unknown']);
  });

  test('200 if one of two passes with the same PIN may be used, after a rotation of their secret', async () => {
    const { home, door, pass, pin } = await openWithPass({ maxUses: 1, uses: 1 });
    const { secretVersion } = formerTestPasses;
    const pinKeys = [formerTestPasses.pinKeyOf(door._id, pin, secretVersion)];
    const former = { ...accessPassRow(home, [door._id]), secretVersion, pinKeys };
    await AccessPassModel.insertMany([former]);
    expect((await verify(door, pin)).body.verification).toMatchObject({ passId: former._id });
    const { tenantId } = home;
    await AccessPassModel.updateOne({ _id: pass._id, tenantId }, { $set: { uses: 0 } });
    await AccessPassModel.updateOne({ _id: former._id, tenantId }, { $set: { maxUses: 1 } });
    expect((await verify(door, pin)).body.verification).toMatchObject({ passId: pass._id });
    expect(await outcome(door, pin)).toEqual([403, 'pass_used_up']);
  });

  test('the PIN of one door does not open another', async () => {
    const { home, pin } = await openWithPass();
    expect(await outcome(await addDoor(home), pin)).toEqual([403, 'pin_unknown']);
  });

  test('404 for a door of another property, another tenant, and a deleted one', async () => {
    const { home, door, pin } = await openWithPass();
    const strangers = [controllerOf(await addDoor({ ...home, propertyId: newId('property') }))];
    strangers.push(controllerOf(await addDoor(newHome())));
    for (const as of strangers) expect((await verify(door, pin, as)).status).toBe(404);
    await AccessPointModel.updateOne({ _id: door._id, tenantId: home.tenantId }, { $set: { isLive: false } });
    expect((await verify(door, pin)).status).toBe(404);
    expect(await eventsAt(door)).toEqual([]);
  });
});

test('fifty concurrent PINs at ten doors admit exactly maxUses', async () => {
  const home = newHome();
  const resident = await addResident(home);
  const doors = await Promise.all(Array.from({ length: 10 }, () => addDoor(home)));
  const ids = doors.map(({ _id }) => _id);
  const pass = await addPass(resident, ids[0] ?? '', { accessPointIds: ids, maxUses: 7 });
  const pin = testPasses.pinOf(pass);
  const answers = await Promise.all(
    doors.flatMap((door) => Array.from({ length: 5 }, () => decided(door, pin))),
  );
  expect(answers.filter(([status]) => status === 200)).toHaveLength(7);
  expect(answers.filter(([, reason]) => reason === 'pass_used_up')).toHaveLength(43);
  const { _id } = pass;
  expect(await AccessPassModel.findOne({ _id, tenantId: home.tenantId }).lean()).toMatchObject({ uses: 7 });
});

describe('five wrong PINs at a door', () => {
  test('twenty concurrent PINs get five checks, then the correct one is also 429', async () => {
    const { home, resident, door, pin } = await openWithPass();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => decided(door, wrongPin(pin, index + 1), [503])),
    );
    expect(answers.filter(([status]) => status === 403)).toHaveLength(5);
    expect(answers.filter(([, code]) => code === 'rate_limited')).toHaveLength(15);
    const { status, headers } = await verify(door, pin);
    expect([status, Number(headers.get('retry-after')) > 200]).toEqual([429, true]);

    const other = await addDoor(home);
    const free = await addPass(resident, other._id);
    expect(await outcome(other, testPasses.pinOf(free))).toEqual([200, 'pass_valid']);
  });

  test('fifty correct PINs at one door are all admitted', async () => {
    const { door, pin } = await openWithPass();
    const answers = await Promise.all(Array.from({ length: 50 }, () => decided(door, pin)));
    expect(answers).toEqual(answers.map(() => [200, 'pass_valid']));
  });

  test('tries during the block do not extend it', async () => {
    const { door, pin } = await openWithPass();
    for (let tries = 1; tries <= 5; tries += 1) await outcome(door, wrongPin(pin, tries));
    const waits: number[] = [];
    for (let tries = 6; tries <= 10; tries += 1) {
      const { status, headers } = await verify(door, wrongPin(pin, tries));
      expect(status).toBe(429);
      waits.push(Number(headers.get('retry-after')));
    }
    expect(waits.toSorted((a, b) => b - a)).toEqual(waits);
    expect(waits[0]).toBeLessThanOrEqual(300);
  });
});
