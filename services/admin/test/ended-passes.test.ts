import { newId } from '@pas/shared/ids/id';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { accessPassRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { startAdmin } from './admin-harness.ts';
import { holders, passSupport } from './pass-support.ts';

const admin = await startAdmin();
const { open, create, list, remove, get } = passSupport(admin);

test('status=ended lists expired and revoked passes, status=all the live ones too', async () => {
  const site = await open();
  const door = [site.door._id];
  const expired = accessPassRow(site.place, door, { endsAt: new Date() });
  const freed = accessPassRow(site.place, door, { endsAt: new Date(), isLive: false });
  await AccessPassModel.insertMany([expired, freed]);
  const [live, revoked] = [(await create(site)).body.pass, (await create(site)).body.pass];
  await remove(site.caller, revoked.id);
  const listed = async (query: string) => {
    const { passes, total } = await list(site.caller, `?sort=createdAt&${query}`);
    return { ids: passes.map(({ id }) => id).toSorted(), total };
  };
  const ids = (...all: string[]) => ({ ids: all.toSorted(), total: all.length });
  expect(await listed('status=ended')).toEqual(ids(expired._id, freed._id, revoked.id));
  expect(await listed('status=all')).toEqual(ids(expired._id, freed._id, revoked.id, live.id));
  expect(await listed('status=live')).toEqual(ids(live.id));
  expect(await listed('kind=VENDOR&status=ended')).toEqual(ids(revoked.id));
  expect(await listed(`status=ended&propertyId=${newId('property')}`)).toEqual(ids());
});

test('a revoked pass shows the person, the time and the reason, with all its holders', async () => {
  const site = await open();
  const dana = { ...site.caller, kind: 'staff' as const, id: 'dana', name: 'Dana Whitfield' };
  const { pass } = (await create(site, { holders: holders.slice(0, 2) })).body;
  expect(pass.ended).toBeNull();
  expect((await remove(dana, pass.id, '?reason=Work%20is%20done')).status).toBe(204);
  const { status, body } = await get(site.caller, pass.id);
  expect(status).toBe(200);
  expect(body.pass.holders.map(({ name, url, pin }) => [name, url, pin])).toEqual([
    ['Driver 1', null, null],
    ['Driver 2', null, null],
  ]);
  const ended = { reason: 'REVOKED', note: 'Work is done' };
  const by = { type: 'STAFF', id: 'dana', name: 'Dana Whitfield' };
  expect(body.pass.ended).toEqual({ ...ended, by, at: body.pass.updatedAt });
  expect((await list(site.caller, '?status=ended')).passes).toEqual([body.pass]);
});

test('an expired pass ended at its end; one that was revoked earlier has no person', async () => {
  const site = await open();
  const at = new Date(Date.now() - 60_000);
  const expired = accessPassRow(site.place, [site.door._id], { endsAt: at });
  const before = accessPassRow(site.place, [site.door._id], { isLive: false, deletedAt: at });
  await AccessPassModel.insertMany([expired, before]);
  await AccessPassModel.collection.updateOne(
    { _id: before._id as never, tenantId: before.tenantId },
    { $unset: { endedBy: 1, endReason: 1, endNote: 1 } },
  );
  const endOf = async (id: string) => (await get(site.caller, id)).body.pass.ended;
  const common = { at: at.toISOString(), by: null, note: null };
  expect(await endOf(expired._id)).toEqual({ ...common, reason: 'EXPIRED' });
  expect(await endOf(before._id)).toEqual({ ...common, reason: 'REVOKED' });
});

test('the id of each holder finds the whole pass; a revoked holder is not in it', async () => {
  const site = await open();
  const { pass } = (await create(site, { holders: holders.slice(0, 3) })).body;
  const [, second, third] = pass.holders.map(({ id }) => id);
  await remove(site.caller, second ?? '');
  const { headers, body } = await get(site.caller, third ?? '');
  expect([headers.get('etag'), body.pass.id]).toEqual(['"2"', pass.id]);
  expect(body.pass.holders.map(({ name }) => name)).toEqual(['Driver 1', 'Driver 3']);
  const restricted = { ...site.caller, propertyIds: [newId('property')] };
  expect((await get(restricted, pass.id)).status).toBe(404);
});
