import { beforeEach, describe, expect, test } from 'vitest';

import { commit } from '@pas/shared/change/commit';
import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import {
  startResidence,
  type StartedResidence,
  type StartResidence,
} from '@pas/shared/residences/start-residence';
import { useDatabases } from '@pas/testing/test-databases';

import { operationContext } from '../operation.ts';
import { inviteRow, unitRow, userRow } from '@pas/testing/rows';

const tenantId = newId('tenant');
const ctx = operationContext(tenantId);
const dayMs = 24 * 3_600_000;
const tomorrow = new Date(ctx.now.getTime() + dayMs);
const yesterday = new Date(ctx.now.getTime() - dayMs);

let unit: UnitRow;
let user: UserRow;
const databases = await useDatabases();
beforeEach(async () => {
  await databases.clear();
  unit = unitRow(tenantId);
  user = userRow(tenantId, { emailKey: 'jo@example.test', phone: '+12025550123' });
  await UnitModel.insertMany([unit]);
  await UserModel.insertMany([user]);
});

const start = (fields: Partial<StartResidence> = {}): Promise<StartedResidence> =>
  commit(ctx, (change) =>
    startResidence(ctx, change, {
      user,
      unitId: unit._id,
      role: 'PRIMARY',
      startsAt: ctx.now,
      endsAt: null,
      inviteId: null,
      ...fields,
    }),
  );
const moveIn = async (fields: Partial<StartResidence> = {}): Promise<UserRow> => (await start(fields)).user;
const storedUnit = () => UnitModel.findOne({ _id: unit._id, tenantId }).lean<UnitRow>();
const storedUser = () => UserModel.findOne({ _id: user._id, tenantId }).lean<UserRow>();
const eventsOf = async (type: string): Promise<OutboxRow['envelope'][]> =>
  (await OutboxModel.find({ subject: `pas.v1.onboarding.${type}` }).lean<OutboxRow[]>()).map(
    ({ envelope }) => envelope,
  );

describe('a residence', () => {
  test('links the user to the unit, occupies it, and publishes one event', async () => {
    const resident = await moveIn({ role: 'OCCUPANT' });
    expect(resident).toEqual(await storedUser());
    const [residence] = resident.residences;
    expect(resident.residences).toEqual([
      {
        id: expect.stringMatching(/^res_/) as string,
        unitId: unit._id,
        propertyId: unit.propertyId,
        role: 'OCCUPANT',
        startsAt: ctx.now,
        endsAt: null,
        canceledAt: null,
        inviteId: null,
        dueAt: null,
      },
    ]);
    expect(resident.version).toBe(2);
    expect(await storedUnit()).toMatchObject({ occupancy: 'OCCUPIED', version: 2, childrenEpoch: 1 });
    const [event] = await eventsOf('residence.started');
    expect(event).toMatchObject({ subject: residence?.id, data: { aggregateVersion: 2, userId: user._id } });
  });

  test('stays the same if the person already lives there', async () => {
    const first = await moveIn();
    expect(await moveIn({ user: first })).toEqual(first);
    expect(await eventsOf('residence.started')).toHaveLength(1);
    expect(await storedUnit()).toMatchObject({ version: 2 });
  });

  test('stays the same if it starts later', async () => {
    await moveIn({ startsAt: tomorrow });
    expect((await moveIn({ startsAt: tomorrow })).residences).toHaveLength(1);
    expect((await moveIn()).residences).toHaveLength(2);
  });

  test('starts once, though many start it at once from what they read before', async () => {
    const residents = await Promise.all(Array.from({ length: 10 }, () => moveIn()));
    const ids = residents.map(({ residences }) => residences.map(({ id }) => id).join());
    expect(new Set(ids).size).toBe(1);
    expect((await storedUser())?.residences).toHaveLength(1);
    expect(await eventsOf('residence.started')).toHaveLength(1);
  });

  test('doesn’t undo what has changed since the user was read', async () => {
    await UserModel.updateOne({ _id: user._id, tenantId }, { $set: { locale: 'de' }, $inc: { version: 1 } });
    const resident = await moveIn();
    expect(resident).toMatchObject({ locale: 'de', version: 3 });
    expect((await eventsOf('residence.started'))[0]?.data['aggregateVersion']).toBe(3);
  });

  test('is a new one after a move-out', async () => {
    const past = {
      id: newId('residence'),
      unitId: unit._id,
      propertyId: unit.propertyId,
      role: 'PRIMARY' as const,
    };
    const ended = { ...past, startsAt: new Date(0), endsAt: ctx.now, inviteId: null };
    await UserModel.updateOne({ _id: user._id, tenantId }, { $set: { residences: [ended] } });
    expect((await moveIn()).residences).toHaveLength(2);
  });

  test.each<[string, Partial<StartResidence>, UnitRow['occupancy']]>([
    ['that starts tomorrow leaves the unit vacant until then', { startsAt: tomorrow }, 'VACANT'],
    ['that has ended leaves it vacant', { startsAt: new Date(0), endsAt: yesterday }, 'VACANT'],
    ['that ends tomorrow occupies it', { endsAt: tomorrow }, 'OCCUPIED'],
  ])('%s', async (_name, fields, occupancy) => {
    await moveIn(fields);
    expect(await storedUnit()).toMatchObject({ occupancy, childrenEpoch: 1 });
  });

  test.each<[string, Partial<StartResidence>, string[], Date | null]>([
    ['begins now', {}, ['started'], null],
    ['begins tomorrow', { startsAt: tomorrow }, [], tomorrow],
    ['ends tomorrow', { endsAt: tomorrow }, ['started'], tomorrow],
    ['is over', { startsAt: new Date(0), endsAt: yesterday }, ['started', 'ended'], null],
  ])('that %s tells what has happened and notes what is to come', async (_name, fields, events, dueAt) => {
    const { residence } = await start(fields);
    const subjects = await OutboxModel.distinct('subject', { subject: /residence/ });
    expect(subjects.toSorted()).toEqual(
      events.map((what) => `pas.v1.onboarding.residence.${what}`).toSorted(),
    );
    expect(residence?.dueAt).toEqual(dueAt);
  });

  test('needs a unit and a user of this tenant', async () => {
    const foreign = unitRow(newId('tenant'));
    const deleted = unitRow(tenantId, { isLive: false, deletedAt: ctx.now });
    await UnitModel.insertMany([foreign, deleted]);
    for (const unitId of [foreign._id, deleted._id, newId('unit')]) {
      await expect(moveIn({ unitId })).rejects.toMatchObject({ kind: 'not_found' });
    }
    await expect(moveIn({ user: userRow(tenantId) })).rejects.toMatchObject({ kind: 'not_found' });
    expect(await storedUnit()).toMatchObject({ occupancy: 'VACANT', childrenEpoch: 0 });
  });
});

describe('other invites to the unit', () => {
  const pending = async (fields: Partial<InviteRow>, to = unit): Promise<string> => {
    const row = inviteRow(to, fields);
    await InviteModel.insertMany([row]);
    return row._id;
  };
  const stateOf = async (id: string) => {
    const row = await InviteModel.findOne({ _id: id, tenantId }).lean<InviteRow>();
    return `${row?.status} ${row?.expiredReason}`;
  };

  test('that went to this person end with it; everybody else’s stay', async () => {
    const byEmail = await pending({ contactKey: 'jo@example.test', pendingKey: 'a' });
    const byPhone = await pending({ contactKey: '+12025550123', pendingKey: 'b' });
    const toOther = await pending({ contactKey: 'al@example.test' });
    const toNobody = await pending({});
    const lapsed = await pending({ contactKey: 'jo@example.test', expiresAt: ctx.now });
    const elsewhere = await pending({ contactKey: 'jo@example.test' }, unitRow(tenantId));
    const { superseded } = await start();
    expect(superseded.map(({ _id }) => _id).toSorted()).toEqual([byEmail, byPhone].toSorted());
    expect(await Promise.all([byEmail, byPhone].map(stateOf))).toEqual(Array(2).fill('EXPIRED SUPERSEDED'));
    expect(await Promise.all([toOther, toNobody, lapsed, elsewhere].map(stateOf))).toEqual(
      Array(4).fill('PENDING null'),
    );
    const events = await eventsOf('invite.expired');
    expect(events.map(({ subject }) => subject).toSorted()).toEqual([byEmail, byPhone].toSorted());
    for (const { data } of events) expect(data).toMatchObject({ aggregateVersion: 2, reason: 'SUPERSEDED' });
    expect(await InviteModel.countDocuments({ tenantId, pendingKey: { $in: ['a', 'b'] } })).toBe(0);
  });

  test('don’t count the one that brought the person here', async () => {
    const own = await pending({ contactKey: 'jo@example.test' });
    await moveIn({ inviteId: own });
    expect(await stateOf(own)).toBe('PENDING null');
  });

  test('stay for a person without contacts', async () => {
    const toNobody = await pending({});
    const without = { ...user, emailKey: null, phone: null };
    await UserModel.replaceOne({ _id: user._id, tenantId }, without);
    await moveIn({ user: without });
    expect(await stateOf(toNobody)).toBe('PENDING null');
  });
});
