import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { roleScopes } from '@pas/shared/principal/scopes';
import { accessPassRow, accessPointRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { startAdmin } from './admin-harness.ts';
import { holders, inDays, passSupport } from './pass-support.ts';

const admin = await startAdmin();

const { open, create, list, remove } = passSupport(admin);

test('201: each of fifty holders gets a link and a PIN; database, outbox and list have neither', async () => {
  const site = await open();
  const [first] = holders;
  const contact = { ...first, email: 'Kim@Example.com', phone: '(202) 555-0123' };
  const { status, body, headers } = await create(site, {
    holders: [contact, ...holders.slice(1)],
    maxUses: 2,
  });
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
  const { pass } = body;
  expect(pass.holders[0]).toMatchObject({
    id: pass.id,
    name: 'Driver 1',
    phone: '+12025550123',
    uses: 0,
    email: 'Kim@Example.com',
  });
  const links = pass.holders.map(({ url }) => url ?? '');
  const pins = pass.holders.map(({ pin }) => pin ?? '');
  expect([new Set(links).size, new Set(pins).size]).toEqual([50, 50]);
  expect([
    links.every((url) => /\/pass\/[\w-]{43}$/.test(url)),
    pins.every((pin) => /^\d{6}$/.test(pin)),
  ]).toEqual([true, true]);
  const { tenantId } = site.place;
  const stored = JSON.stringify([
    await AccessPassModel.find({ tenantId }).lean(),
    await OutboxModel.find({ tenantId }).lean(),
    await list(site.caller),
  ]);
  for (const url of links) expect(stored).not.toContain(url.split('/').at(-1));
  const listed = await list(site.caller);
  expect([listed.total, listed.passes[0]?.holders.length]).toEqual([1, 50]);
  expect(listed.passes[0]?.holders.map(({ name }) => name)).toEqual(holders.map(({ name }) => name));
});

test('201 without a kind: the pass is for a guest; fields without a value can be null', async () => {
  const site = await open();
  const absent = { weekdays: null, timeFrom: null, timeTo: null, maxUses: null };
  const { status, body } = await create(site, { kind: undefined, ...absent });
  expect([status, body.pass]).toMatchObject([201, { kind: 'GUEST', ...absent }]);
});

test('a pass created without holders gets one without a name', async () => {
  const site = await open();
  const { pass } = (await create(site)).body;
  expect(pass.holders).toMatchObject([{ id: pass.id, name: null, email: null, phone: null }]);
});

test('a repeat with the same Idempotency-Key shows the same links and PINs, and creates nothing', async () => {
  const site = await open();
  const body = { holders: holders.slice(0, 2), startsAt: inDays(0), endsAt: inDays(2) };
  const headers = { 'idempotency-key': 'tour' };
  const [first, again] = [await create(site, body, { headers }), await create(site, body, { headers })];
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
  expect((await list(site.caller)).total).toBe(1);
});

test('the list includes passes of residents, and filters by property, door, kind and creator', async () => {
  const site = await open();
  const { pass } = (await create(site)).body;
  const createdBy = { type: 'RESIDENT' as const, id: newId('user') };
  const guest = accessPassRow(site.place, [newId('accessPoint')], { createdBy, guestName: 'Sam' });
  const over = accessPassRow(site.place, [site.door._id], { endsAt: new Date() });
  await AccessPassModel.insertMany([guest, over]);
  const idsOf = async (query: string) => (await list(site.caller, query)).passes.map(({ id }) => id);
  expect(await idsOf('?sort=createdAt')).toEqual([pass.id, guest._id]);
  expect(await idsOf(`?accessPointId=${site.door._id}`)).toEqual([pass.id]);
  expect(await idsOf('?kind=GUEST')).toEqual([guest._id]);
  expect(await idsOf(`?propertyId=${site.place.propertyId}&kind=VENDOR`)).toEqual([pass.id]);
  expect(await idsOf(`?propertyId=${newId('property')}`)).toEqual([]);
  expect(await idsOf(`?createdById=${createdBy.id}`)).toEqual([guest._id]);
});

test('DELETE with If-Match of another version is 412, and the pass stays', async () => {
  const site = await open();
  const { pass } = (await create(site)).body;
  const path = `/api/admin/passes/${pass.id}`;
  const removeVersion = (version: string) =>
    admin.call('DELETE', path, { as: site.caller, headers: { 'if-match': version } });
  expect(await removeVersion('"7"')).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
  expect((await list(site.caller)).total).toBe(1);
  expect((await removeVersion('"1"')).status).toBe(204);
});

test('DELETE revokes it for all holders, also repeatedly; a further holder’s id only for that one', async () => {
  const site = await open();
  const { pass } = (await create(site, { holders: holders.slice(0, 3) })).body;
  const second = pass.holders[1]?.id ?? '';
  const liveOf = async () => AccessPassModel.countDocuments({ tenantId: site.place.tenantId, isLive: true });
  expect([(await remove(site.caller, second)).status, await liveOf()]).toEqual([204, 2]);
  expect((await list(site.caller)).passes[0]?.holders.map(({ name }) => name)).toEqual([
    'Driver 1',
    'Driver 3',
  ]);
  for (const id of [pass.id, pass.id, second]) expect((await remove(site.caller, id)).status).toBe(204);
  expect([await liveOf(), (await list(site.caller)).total]).toEqual([0, 0]);
  const records = await OutboxModel.find({ tenantId: site.place.tenantId }).lean();
  const actions = records.map(({ envelope }) => (envelope.data as { action?: string }).action);
  expect(actions.filter((action) => action === 'access_pass.deleted')).toHaveLength(2);
});

test('412 for a DELETE with another version, also with the id of a further holder', async () => {
  const site = await open();
  const { pass } = (await create(site, { holders: holders.slice(0, 3) })).body;
  const second = pass.holders[1]?.id ?? '';
  const removeAt = async (id: string, version: number) =>
    (await remove(site.caller, id, '', { 'If-Match': `"${version}"` })).status;
  expect([await removeAt(pass.id, 7), await removeAt(second, 7)]).toEqual([412, 412]);
  expect((await list(site.caller)).passes[0]?.holders).toHaveLength(3);
  expect([await removeAt(second, 1), await removeAt(pass.id, 1), await removeAt(pass.id, 2)]).toEqual([
    204, 412, 204,
  ]);
  expect(await removeAt(pass.id, 2)).toBe(204);
});

test('updatedSince lists changed passes, also after the loss of a holder, and includeDeleted revoked ones', async () => {
  const site = await open();
  const make = async () => (await create(site, { holders: holders.slice(0, 2) })).body.pass;
  const [kept, changed, taken] = [await make(), await make(), await make()];
  for (const id of [changed.holders[1]?.id ?? '', taken.id]) await remove(site.caller, id);
  const [latest] = (await list(site.caller, '?sort=-updatedAt')).passes;
  expect(latest).toMatchObject({ id: changed.id, version: 2, holders: [{ name: 'Driver 1' }] });
  const since = `?sort=updatedAt&updatedSince=${encodeURIComponent(latest?.updatedAt ?? '')}`;
  const idsOf = async (query: string) => (await list(site.caller, query)).passes.map(({ id }) => id);
  expect(await idsOf(since)).toEqual([changed.id]);
  expect(await idsOf(`${since}&includeDeleted=true`)).toEqual([changed.id, taken.id]);
  expect(await idsOf('?sort=createdAt')).toEqual([kept.id, changed.id]);
  const { passes } = await list(site.caller, '?sort=updatedAt&includeDeleted=true');
  expect(Object.keys(passes.at(-1) ?? {})).toEqual(['id', 'deletedAt']);
});

test('404 for a deleted door, one of another property or tenant, and a foreign property', async () => {
  const site = await open();
  const elsewhere = accessPointRow({ ...site.place, propertyId: newId('property') });
  const foreign = accessPointRow({ tenantId: newId('tenant'), propertyId: site.place.propertyId });
  const gone = accessPointRow(site.place, { isLive: false, deletedAt: new Date() });
  await AccessPointModel.insertMany([elsewhere, foreign, gone]);
  for (const { _id } of [elsewhere, foreign, gone])
    expect((await create(site, { accessPointIds: [site.door._id, _id] })).status).toBe(404);
  const restricted = { ...site.caller, propertyIds: [newId('property')] };
  expect((await create(site, {}, { as: restricted })).status).toBe(404);
  const { pass } = (await create(site)).body;
  expect([(await remove(restricted, pass.id)).status, (await list(restricted)).total]).toEqual([404, 0]);
});

test('422 for every problem at once', async () => {
  const site = await open();
  const body = {
    kind: 'FRIEND',
    startsAt: inDays(-2),
    endsAt: inDays(-1),
    holders: [{ name: 'A', phone: '12' }],
  };
  const { status, body: answer } = await create(site, body);
  expect([status, answer.errors?.map(({ path }) => path).toSorted()]).toEqual([
    422,
    expect.arrayContaining(['endsAt', 'kind']),
  ]);
  const many = await create(site, { holders: [...holders, { name: 'One more' }] });
  expect([many.status, many.body.errors?.[0]?.path]).toEqual([422, 'holders']);
  const phone = await create(site, { holders: [{ name: 'A', phone: 'front desk' }] });
  expect([phone.status, phone.body.errors]).toMatchObject([422, [{ path: 'holders.0.phone' }]]);
});

test('the front desk creates and revokes passes', async () => {
  const site = await open();
  const desk = { ...site.caller, kind: 'staff' as const, scopes: roleScopes.FRONT_DESK };
  const { status, body } = await create(site, {}, { as: desk });
  expect([status, body.pass.createdBy.type]).toEqual([201, 'STAFF']);
  expect((await remove(desk, body.pass.id)).status).toBe(204);
});
