import { OutboxModel } from '@pas/platform/events/outbox';
import { DeviceModel } from '@pas/shared/models/device';
import { UnitModel } from '@pas/shared/models/unit';
import type { UserRow } from '@pas/shared/models/user';
import { deviceRow } from '@pas/testing/rows';
import { describe, expect, test } from 'vitest';
import { addBuilding, callWith, countingDoors, type Building } from './calls-support.ts';
import { playTelephonyA } from './telephony-a-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { doors } = countingDoors();
const { keys, send } = await useWebhooks({ doors });
const { visit } = playTelephonyA(keys.current.telephonyA, send);

const withoutPhone: Partial<UserRow> = { phone: null, verifiedPhone: null };
const allDay = { weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], from: '00:00', to: '00:00' };
const ringOff: Partial<UserRow> = { callSettings: { quietHours: [], ring: false } };
const quiet = { callSettings: { quietHours: [allDay], ring: true } } as Partial<UserRow>;

/** Reads the published events of unreachable units. */
async function published({ tenantId }: Building): Promise<Record<string, unknown>[]> {
  const subject = 'pas.v1.access.unit.unreachable';
  const rows = await OutboxModel.find({ tenantId, subject }).lean();
  return rows.map(({ envelope }) => ({ subject: envelope.subject, ...envelope.data }));
}

async function addDevice({ tenantId, residents }: Building, status: 'ACTIVE' | 'STALE'): Promise<void> {
  await DeviceModel.insertMany(residents.map(({ _id: userId }) => deviceRow(tenantId, { userId, status })));
}

describe('a call at a unit where nothing rings', () => {
  test.each([
    ['nobody lives in it', []],
    ['no resident has a phone or a device', [withoutPhone, withoutPhone]],
    ['who has not switched calls off has neither', [ringOff, withoutPhone]],
  ])('publishes once that the unit is unreachable: %s', async (_why, residents) => {
    const building = await addBuilding({ residents });
    const { tenantId, unitId, property } = building;
    await UnitModel.updateOne({ _id: unitId, tenantId }, { $set: { version: 3 } });
    const call = visit(building);
    expect(await call.arrive()).toMatch(/Nobody can answer.*<Hangup\/>/);
    await call.hangUp();
    const { _id: callId } = (await callWith(tenantId, call.sid)) ?? {};
    expect(await published(building)).toEqual([
      { subject: unitId, aggregateVersion: 3, unitId, propertyId: property._id, callId },
    ]);
  });

  test('publishes it for a unit that the visitor named', async () => {
    const building = await addBuilding({ residents: [], number: { unitId: null } });
    const call = visit(building);
    await call.enter(await call.arrive(), '4');
    expect(await published(building)).toMatchObject([{ unitId: building.unitId }]);
  });

  test('publishes it after the last phone has failed, unless there is a device', async () => {
    const [bare, equipped] = [await addBuilding(), await addBuilding()];
    await Promise.all([addDevice(bare, 'STALE'), addDevice(equipped, 'ACTIVE')]);
    for (const building of [bare, equipped]) {
      const call = visit(building);
      await call.dialEnded(await call.arrive(), 'failed');
    }
    expect(await published(bare)).toMatchObject([{ unitId: bare.unitId }]);
    expect(await published(equipped)).toEqual([]);
  });
});

describe('a unit is not published as unreachable', () => {
  test.each([
    ['while its residents have quiet hours', [quiet, withoutPhone]],
    ['because all its residents have switched calls off', [ringOff, ringOff]],
  ])('%s', async (_why, residents) => {
    const building = await addBuilding({ residents });
    await visit(building).arrive();
    expect(await published(building)).toEqual([]);
  });

  test('if a phone rings without an answer, or the visitor hangs up', async () => {
    const building = await addBuilding();
    const first = visit(building);
    await first.dialEnded(await first.arrive(), 'no-answer');
    const second = visit(building);
    await second.arrive();
    await second.hangUp();
    expect(await published(building)).toEqual([]);
  });

  test('if no unit was named', async () => {
    const building = await addBuilding({ residents: [], number: { unitId: null } });
    const call = visit(building);
    await call.enter(await call.enter(await call.arrive(), '77'), '77');
    expect(await published(building)).toEqual([]);
  });
});
