import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import type { Sweep } from '@pas/shared/sweeps/sweep';
import { addProperty, addUnit, newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { useTwoSweepers } from './two-sweepers.ts';
import {
  addHome,
  addSession,
  addUser,
  dayMs,
  fromNow,
  isOpen,
  recordsOf,
  residenceEvents,
} from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
const sweepers = useTwoSweepers();

const tenantId = (): string => caller.tenantId ?? '';
const newUnit = async () => (await addUnit(admin, caller, propertyId, newId('unit'))).id;

const occupancy = async (unitId: string) => {
  const path = `/api/admin/units/${unitId}`;
  const answer = await admin.call<{ unit: { occupancy: string } }>('GET', path, { as: caller });
  return answer.body.unit.occupancy;
};

/** Moves the due time of a residence into the past. */
async function letTimePass(userId: string, times: { startsAt?: Date; endsAt?: Date; dueAt: Date }) {
  const set = Object.entries(times).map(([field, at]) => [`residences.0.${field}`, at] as const);
  await UserModel.updateOne({ _id: userId, tenantId: tenantId() }, { $set: Object.fromEntries(set) });
}

const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
const storedUser = (id: string) => UserModel.findOne({ _id: id, tenantId: tenantId() }).lean<UserRow>();

async function untilPublished(userId: string, events: readonly string[]): Promise<void> {
  const what = `the events ${events.join(', ')}`;
  await waitUntil(async () => (await residenceEvents(userId)).length === events.length, { what });
  expect(await residenceEvents(userId)).toEqual(events);
}

describe('expired invites', () => {
  const invite = async (): Promise<string> => {
    const body = { unitId: await newUnit(), inviteeEmail: `${newId('user')}@example.test` };
    const path = '/api/admin/onboarding/invite';
    return (await admin.call<InviteAnswer>('POST', path, { as: caller, body })).body.invite.id;
  };
  const stored = (id: string) => InviteModel.findOne({ _id: id, tenantId: tenantId() }).lean<InviteRow>();
  const expiries = (ids: readonly string[]) =>
    OutboxModel.find({
      subject: 'pas.v1.onboarding.invite.expired',
      'envelope.subject': { $in: ids },
    }).lean();

  test('become EXPIRED once, by any replica, and valid ones do not', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, invite));
    const pending = await invite();
    await InviteModel.updateMany(
      { _id: { $in: ids }, tenantId: tenantId() },
      { $set: { expiresAt: secondsAgo(1) } },
    );
    sweepers.start();
    await waitUntil(async () => (await expiries(ids)).length >= ids.length, { what: 'expired invites' });
    await sweepers.stop();
    const events = await expiries(ids);
    expect(events.map(({ envelope }) => envelope.subject).toSorted()).toEqual(ids.toSorted());
    expect(events[0]?.envelope).toMatchObject({
      correlationid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      data: { aggregateVersion: 2, reason: 'TTL' },
    });
    expect(await stored(ids[0] ?? '')).toMatchObject({
      status: 'EXPIRED',
      expiredReason: 'TTL',
      pendingKey: null,
      version: 2,
    });
    expect(await stored(pending)).toMatchObject({ status: 'PENDING', version: 1 });
    const records = await recordsOf(ids[0] ?? '');
    expect(records.map(({ action }) => action)).toEqual(['invite.created', 'invite.expired']);
    expect(records[1]).toMatchObject({ actor: { type: 'SYSTEM', name: 'Sweeper' } });
  });
});

describe('a residence', () => {
  test('that starts occupies the unit, with one event and one record', async () => {
    const [user, unitId] = [await addUser(admin, caller), await newUnit()];
    await addHome(admin, caller, { userId: user.id, unitId, startsAt: fromNow(dayMs) });
    const began = secondsAgo(1);
    await letTimePass(user.id, { startsAt: began, dueAt: began });
    sweepers.start();
    await untilPublished(user.id, ['started']);
    expect(await occupancy(unitId)).toBe('OCCUPIED');
    expect(await storedUser(user.id)).toMatchObject({ version: 2, residences: [{ dueAt: null }] });
    const record = (await recordsOf(user.id)).at(-1);
    expect(record).toMatchObject({ action: 'residence.started', actor: { type: 'SYSTEM' } });
  });

  test('that ends frees the unit, and ends the sessions of a person without another home', async () => {
    const [user, unitId] = [await addUser(admin, caller), await newUnit()];
    await addHome(admin, caller, { userId: user.id, unitId, endsAt: fromNow(dayMs) });
    const session = await addSession(user);
    const over = secondsAgo(1);
    await letTimePass(user.id, { startsAt: secondsAgo(60), endsAt: over, dueAt: over });
    sweepers.start();
    await untilPublished(user.id, ['started', 'ended']);
    expect(await occupancy(unitId)).toBe('VACANT');
    expect(await isOpen(session)).toBe(false);
    const record = (await recordsOf(user.id)).at(-1);
    expect(record?.action).toBe('residence.ended');
    expect(record?.targets.map(({ type }) => type)).toEqual(['user', 'residence', 'unit', 'session']);
  });

  test('that ends keeps the sessions of a person with another home', async () => {
    const [user, unitId] = [await addUser(admin, caller), await newUnit()];
    await addHome(admin, caller, { userId: user.id, unitId, endsAt: fromNow(dayMs) });
    await addHome(admin, caller, { userId: user.id, unitId: await newUnit() });
    const session = await addSession(user);
    const over = secondsAgo(1);
    await letTimePass(user.id, { startsAt: secondsAgo(60), endsAt: over, dueAt: over });
    sweepers.start();
    await untilPublished(user.id, ['started', 'started', 'ended']);
    expect(await isOpen(session)).toBe(true);
  });

  test('that started and ended without a sweeper run publishes both events in order', async () => {
    const [user, unitId] = [await addUser(admin, caller), await newUnit()];
    await addHome(admin, caller, {
      userId: user.id,
      unitId,
      startsAt: fromNow(dayMs),
      endsAt: fromNow(2 * dayMs),
    });
    const began = secondsAgo(60);
    await letTimePass(user.id, { startsAt: began, endsAt: secondsAgo(1), dueAt: began });
    sweepers.start();
    await untilPublished(user.id, ['started', 'ended']);
    expect(await occupancy(unitId)).toBe('VACANT');
    expect(await storedUser(user.id)).toMatchObject({ residences: [{ dueAt: null }] });
  });

  test('that a move-out ends before its start is published gets both events from the sweeper', async () => {
    const [user, unitId] = [await addUser(admin, caller), await newUnit()];
    await addHome(admin, caller, { userId: user.id, unitId, startsAt: fromNow(dayMs) });
    const began = secondsAgo(60);
    await letTimePass(user.id, { startsAt: began, dueAt: began });
    const path = `/api/admin/users/${user.id}/move-out`;
    expect((await admin.call('POST', path, { as: caller, body: { unitId } })).status).toBe(200);
    expect(await residenceEvents(user.id)).toEqual([]);
    sweepers.start();
    await untilPublished(user.id, ['started', 'ended']);
    expect(await occupancy(unitId)).toBe('VACANT');
  });

  test('that ends last of several in one unit frees it', async () => {
    const unitId = await newUnit();
    const users = await Promise.all(Array.from({ length: 4 }, () => addUser(admin, caller)));
    const over = secondsAgo(1);
    for (const { id } of users) await addHome(admin, caller, { userId: id, unitId, endsAt: fromNow(dayMs) });
    for (const { id } of users)
      await letTimePass(id, { startsAt: secondsAgo(60), endsAt: over, dueAt: over });
    sweepers.start();
    for (const { id } of users) await untilPublished(id, ['started', 'ended']);
    expect(await occupancy(unitId)).toBe('VACANT');
  });

  test('ends at the time of its scheduled move-out', async () => {
    const [user, unitId] = [await addUser(admin, caller), await newUnit()];
    await addHome(admin, caller, { userId: user.id, unitId });
    sweepers.start();
    const body = { unitId, effectiveAt: fromNow(300) };
    const answer = await admin.call('POST', `/api/admin/users/${user.id}/move-out`, { as: caller, body });
    expect(answer.body).toMatchObject({ receipt: { status: 'SCHEDULED' } });
    await untilPublished(user.id, ['started', 'ended']);
    expect(await occupancy(unitId)).toBe('VACANT');
  });
});

test('a row that can’t be stored delays no other, and is retried', async () => {
  const tries = new Map<string, number>();
  const stubborn: Sweep = {
    name: 'rows of a test',
    findDue: () => Promise.resolve(['good', 'bad'].map((id) => ({ id, tenantId: tenantId() }))),
    apply: (_ctx, id) => {
      tries.set(id, (tries.get(id) ?? 0) + 1);
      return id === 'bad' ? Promise.reject(new Error('not today')) : Promise.resolve(false);
    },
  };
  sweepers.start([stubborn]);
  await waitUntil(() => (tries.get('bad') ?? 0) > 3, { what: 'more tries' });
  expect(tries.get('good')).toBeGreaterThan(2);
});
