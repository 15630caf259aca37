import { newId } from '@pas/shared/ids/id';
import { core } from '@pas/platform/mongo/connections';
import { UserModel } from '@pas/shared/models/user';
import { watchQueries } from '@pas/testing/query-plans/watch-queries';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addHome, addUser, dayMs, fromNow, type UserAnswer } from './user-support.ts';

type List = { users: UserAnswer['user'][]; total: number };
type Stats = { stats: { residents: { active: number; invited: number } } };

const admin = await startAdmin();
let caller: Awaited<ReturnType<typeof newTenantCaller>>;
let propertyId: string;
let unitId: string;
beforeEach(async () => {
  caller = await newTenantCaller();
  propertyId = (await addProperty(admin, caller)).id;
  unitId = await newUnit();
});

const newUnit = async () => (await addUnit(admin, caller, propertyId, newId('unit'))).id;
const tenantId = () => caller.tenantId ?? '';
const read = async (id: string, as = caller) =>
  admin.call<UserAnswer>('GET', `/api/admin/users/${id}`, { as });
const moveOut = (id: string, body: object = { unitId }) =>
  admin.call('POST', `/api/admin/users/${id}/move-out`, { as: caller, body });
const remove = (id: string) => admin.call('DELETE', `/api/admin/users/${id}`, { as: caller });
const list = async (query: Record<string, string> = {}, as = caller) =>
  (await admin.call<List>('GET', `/api/admin/users?${new URLSearchParams(query).toString()}`, { as })).body;
const idsIn = async (query: Record<string, string> = {}, as = caller) => {
  const { users, total } = await list(query, as);
  expect(total).toBe(users.length);
  return users.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b));
};
const stats = async () =>
  (await admin.call<Stats>('GET', '/api/admin/stats', { as: caller })).body.stats.residents;

/** Reads the first page of a list with a total, and returns the filters of the counts. */
async function countsOf(query: Record<string, string>, total: number): Promise<object[]> {
  const watch = watchQueries([core]);
  const queries = await watch.during(async () => expect((await list(query)).total).toBe(total));
  watch.stop();
  return queries.flatMap(({ collection, command: { pipeline } }) =>
    collection === 'users' && pipeline !== undefined ? (pipeline as [{ $match: object }])[0].$match : [],
  );
}

test('users of a status are counted by the keys of their index alone', async () => {
  await addResident();
  await addResident();
  const filters = await countsOf({ status: 'ACTIVE', limit: '1' }, 2);
  expect(filters).toContainEqual({ tenantId: tenantId(), isLive: true, status: 'ACTIVE' });
});

/** Adds a resident with a home in the unit. */
async function addResident(fields: object = {}, home: object = {}): Promise<UserAnswer['user']> {
  const { id } = await addUser(admin, caller, { status: 'ACTIVE', ...fields });
  return addHome(admin, caller, { userId: id, unitId, ...home });
}

/** Ends a user's first residence in the past, without a sweeper run. */
async function letTimePass(userId: string): Promise<void> {
  const over = new Date(Date.now() - 1000);
  const times = { startsAt: new Date(0), endsAt: over, dueAt: over };
  const set = Object.entries(times).map(([field, at]) => [`residences.0.${field}`, at] as const);
  const fields = { ...Object.fromEntries(set), formerDueAt: over };
  await UserModel.updateOne({ _id: userId, tenantId: tenantId() }, { $set: fields });
}

describe.each([
  ['stored', async (id: string) => void (await moveOut(id))],
  ['not stored yet', letTimePass],
])('a FORMER user who is %s', (_how, leave) => {
  let former: UserAnswer['user'];
  let current: UserAnswer['user'];
  beforeEach(async () => {
    const contacts = {
      email: `${newId('user')}@example.test`,
      phone: '+12025550123',
      externalId: 'tenant-1',
    };
    former = await addResident(contacts);
    current = await addResident();
    // The total is cached at its first read.
    await list();
    await leave(former.id);
  });

  test('is in no default list, total or figure', async () => {
    for (const query of [{}, { kind: 'RESIDENT' }, { unitId }, { propertyId }, { sort: 'email' }]) {
      expect(await idsIn(query as Record<string, string>)).toEqual([current.id]);
    }
    expect(await idsIn({ residence: 'current' })).toEqual([current.id]);
    expect(await idsIn({ status: 'ACTIVE' })).toEqual([current.id]);
    expect(await idsIn({ q: former.email?.slice(0, 20) ?? '' })).toEqual([]);
    expect(await stats()).toEqual({ active: 1, invited: 0 });
  });

  test.each<[string, () => Record<string, string>]>([
    ['status', () => ({ status: 'FORMER' })],
    ['status in the unit', () => ({ status: 'FORMER', unitId })],
    ['residence=former', () => ({ residence: 'former' })],
    ['residence=former in the unit', () => ({ residence: 'former', unitId })],
    ['residence=former in the property', () => ({ residence: 'former', propertyId })],
    ['email', () => ({ email: former.email?.toUpperCase() ?? '' })],
    ['phone', () => ({ phone: '+12025550123' })],
    ['national phone', () => ({ phone: '(202) 555-0123', propertyId, residence: 'any' })],
    ['externalId', () => ({ externalId: 'tenant-1' })],
  ])('is listed by %s', async (_name, query) => {
    const { users, total } = await list(query());
    expect(users).toMatchObject([{ id: former.id, status: 'FORMER' }]);
    expect(total).toBe(1);
  });

  test('is listed with residence=any and updatedSince beside the others', async () => {
    const both = [former.id, current.id].toSorted((a, b) => a.localeCompare(b));
    expect(await idsIn({ residence: 'any' })).toEqual(both);
    expect(await idsIn({ residence: 'any', unitId })).toEqual(both);
    expect(await idsIn({ residence: 'any', sort: 'lastName' })).toEqual(both);
    expect(await idsIn({ updatedSince: fromNow(-dayMs) })).toEqual(both);
  });

  test('is in the total of a page, which counts the former users and staff alone', async () => {
    const counts = await countsOf({ residence: 'any', kind: 'RESIDENT', limit: '1' }, 2);
    expect(counts).toHaveLength(2);
    expect(counts).toContainEqual(expect.objectContaining({ isFormer: true }));
    expect(counts).toContainEqual(expect.objectContaining({ kind: 'STAFF' }));
  });

  test('is never visible to a restricted key', async () => {
    const as = { ...caller, propertyIds: [propertyId] };
    expect((await read(former.id, as)).status).toBe(404);
    for (const query of [
      {},
      { residence: 'any' },
      { residence: 'former' },
      { residence: 'former', unitId },
      { status: 'FORMER' },
      { email: former.email ?? '' },
      { updatedSince: fromNow(-dayMs) },
    ]) {
      expect(await idsIn(query as Record<string, string>, as)).not.toContain(former.id);
    }
    expect(await idsIn({}, as)).toEqual([current.id]);
  });

  test('leaves the total when deleted, and is counted again with a home', async () => {
    await addHome(admin, caller, { userId: former.id, unitId: await newUnit() });
    expect(await list()).toMatchObject({ total: 2 });
    await remove(current.id);
    expect(await list()).toMatchObject({ total: 1, users: [{ id: former.id }] });
  });
});

test('a person who moved within the property is a former resident of the first unit only', async () => {
  const { id } = await addResident();
  await addHome(admin, caller, { userId: id, unitId: await newUnit() });
  await moveOut(id);
  expect(await idsIn({ unitId })).toEqual([]);
  expect(await idsIn({ unitId, residence: 'former' })).toEqual([id]);
  expect(await idsIn({ propertyId, residence: 'former' })).toEqual([]);
  expect(await idsIn({ residence: 'former' })).toEqual([]);
  const as = { ...caller, propertyIds: [propertyId] };
  expect(await idsIn({ unitId, residence: 'former' }, as)).toEqual([id]);
});
