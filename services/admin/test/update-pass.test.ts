import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { UserModel } from '@pas/shared/models/user';
import { accessPassRow, accessPointRow, residenceIn, testPasses, userRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { startAdmin } from './admin-harness.ts';
import { holders, inDays, passSupport } from './pass-support.ts';

const admin = await startAdmin();
const { open, create, get, patch, remove } = passSupport(admin);
type Site = Awaited<ReturnType<typeof open>>;

/** Adds a door to the building. */
async function addDoor({ place }: Site): Promise<string> {
  const door = accessPointRow(place);
  await AccessPointModel.insertMany([door]);
  return door._id;
}

const rowOf = async ({ place: { tenantId } }: Site, id: string) =>
  AccessPassModel.findOne({ _id: id, tenantId }).lean<AccessPassRow>();

/** Stores a pass of the site with the first PIN of another one at a door. */
async function takePin(site: Site, door: string, passId: string): Promise<void> {
  const holder = await rowOf(site, passId);
  const key = holder && testPasses.pinKeyOf(door, testPasses.pinOf(holder), holder.secretVersion);
  await AccessPassModel.insertMany([{ ...accessPassRow(site.place, [door]), pinKeys: [key ?? ''] }]);
}

const recordsOf = async ({ place: { tenantId } }: Site) => {
  const rows = await OutboxModel.find({ tenantId }).lean();
  const records = rows.map(({ envelope }) => envelope.data as { action?: string; changes?: object[] });
  return records.filter(({ action }) => action === 'access_pass.updated');
};

test('200 extends the pass for all its holders: times, days and uses, in one version and one record', async () => {
  const site = await open();
  const { pass } = (await create(site, { holders: holders.slice(0, 2) })).body;
  const times = {
    endsAt: inDays(9),
    weekdays: ['MON', 'FRI'],
    timeFrom: '22:00',
    timeTo: '06:00',
    maxUses: 5,
  };
  const { status, body, headers } = await patch(site.caller, pass.id, times, { 'if-match': '"1"' });
  expect([status, headers.get('etag')]).toEqual([200, '"2"']);
  expect(body.pass).toMatchObject({ ...times, startsAt: pass.startsAt, version: 2 });
  expect(body.pass.holders.map(({ url, pin }) => [url, pin])).toEqual([
    [null, null],
    [null, null],
  ]);
  const further = await rowOf(site, pass.holders[1]?.id ?? '');
  expect(further).toMatchObject({ weekdays: ['MON', 'FRI'], maxUses: 5, endsAt: new Date(times.endsAt) });
  expect(await recordsOf(site)).toHaveLength(1);
  expect((await get(site.caller, pass.id)).body.pass).toEqual(body.pass);
});

test('a patch without changes leaves version and audit as they are; null removes days, hours and the limit', async () => {
  const site = await open();
  const limited = { weekdays: ['MON'], timeFrom: '08:00', timeTo: '17:00', maxUses: 2 };
  const { pass } = (await create(site, limited)).body;
  expect((await patch(site.caller, pass.id, limited)).body.pass.version).toBe(1);
  expect((await patch(site.caller, pass.id, {})).body.pass.version).toBe(1);
  expect(await recordsOf(site)).toEqual([]);
  const free = { weekdays: null, timeFrom: null, timeTo: null, maxUses: null };
  expect((await patch(site.caller, pass.id, free)).body.pass).toMatchObject({ ...free, version: 2 });
});

test('corrects the name and contacts of one holder; another spelling of the e-mail is not a change', async () => {
  const site = await open();
  const named = [{ name: 'Sam', email: 'Sam@Example.com' }, { name: 'Kim' }];
  const { pass } = (await create(site, { holders: named })).body;
  const [sam, kim] = pass.holders.map(({ id }) => id);
  const sent = [{ id: kim, name: 'Kim Vance', phone: '(202) 555-0123' }];
  const { body } = await patch(site.caller, pass.id, { holders: sent });
  expect(body.pass.holders).toMatchObject([
    { id: sam, name: 'Sam', email: 'Sam@Example.com', phone: null },
    { id: kim, name: 'Kim Vance', email: null, phone: '+12025550123' },
  ]);
  const same = await patch(site.caller, pass.id, { holders: [{ id: sam, email: 'sam@example.com' }] });
  expect(same.body.pass.version).toBe(body.pass.version);
});

test('a further door keeps the link and the PIN', async () => {
  const site = await open();
  const { pass } = (await create(site)).body;
  const [holder] = pass.holders;
  const second = await addDoor(site);
  const doors = [site.door._id, second];
  const { body } = await patch(site.caller, pass.id, { accessPointIds: doors });
  expect([body.pass.accessPointIds, body.pass.holders[0]?.pin]).toEqual([doors, null]);
  const row = await rowOf(site, pass.id);
  const pin = holder?.pin ?? '';
  expect(row?.pinKeys).toEqual(doors.map((id) => testPasses.pinKeyOf(id, pin, testPasses.secretVersion)));
});

test('a PIN that another pass has at the new door is replaced, and shown only in this answer', async () => {
  const site = await open();
  const { pass } = (await create(site)).body;
  const second = await addDoor(site);
  await takePin(site, second, pass.id);
  const { body } = await patch(site.caller, pass.id, { accessPointIds: [second] });
  const shown = body.pass.holders[0]?.pin;
  expect(shown).toMatch(/^\d{6}$/);
  expect(shown).not.toBe(pass.holders[0]?.pin);
  expect((await get(site.caller, pass.id)).body.pass.holders[0]?.pin).toBeNull();
});

test('ten concurrent moves to one door leave ten different PINs there', async () => {
  const site = await open();
  const door = await addDoor(site);
  const made = await Promise.all(Array.from({ length: 10 }, async () => (await create(site)).body.pass));
  const answers = await Promise.all(made.map(({ id }) => patch(site.caller, id, { accessPointIds: [door] })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const rows = await AccessPassModel.find({ tenantId: site.place.tenantId }).lean<AccessPassRow[]>();
  expect(new Set(rows.flatMap(({ pinKeys }) => pinKeys)).size).toBe(10);
});

test('404 for a door of another building, and for one that the resident of the pass may not open', async () => {
  const site = await open();
  const { tenantId, propertyId } = site.place;
  const home = { id: newId('unit'), propertyId };
  const resident = userRow(tenantId, { residences: [residenceIn(home)] });
  await UserModel.insertMany([resident]);
  const createdBy = { type: 'RESIDENT' as const, id: resident._id };
  const guest = accessPassRow(site.place, [site.door._id], { createdBy });
  await AccessPassModel.insertMany([guest]);
  const neighbour = accessPointRow(site.place, { kind: 'UNIT', unitId: newId('unit') });
  const elsewhere = accessPointRow({ ...site.place, propertyId: newId('property') });
  await AccessPointModel.insertMany([neighbour, elsewhere]);
  for (const { _id } of [neighbour, elsewhere])
    expect((await patch(site.caller, guest._id, { accessPointIds: [_id] })).status).toBe(404);
  const second = await addDoor(site);
  expect((await patch(site.caller, guest._id, { accessPointIds: [second] })).status).toBe(200);
  const unknown = { holders: [{ id: newId('accessPass'), name: 'Nobody' }] };
  expect((await patch(site.caller, guest._id, unknown)).status).toBe(404);
});

test('409 pass_ended for an expired and for a revoked pass; 412 for an old version', async () => {
  const site = await open();
  const expired = accessPassRow(site.place, [site.door._id], { endsAt: new Date() });
  await AccessPassModel.insertMany([expired]);
  const revoked = (await create(site)).body.pass.id;
  await remove(site.caller, revoked);
  for (const id of [expired._id, revoked]) {
    const { status, body } = await patch(site.caller, id, { endsAt: inDays(2) });
    expect([status, body.code]).toEqual([409, 'pass_ended']);
  }
  const { pass } = (await create(site)).body;
  expect((await patch(site.caller, pass.id, { maxUses: 1 }, { 'if-match': '"7"' })).status).toBe(412);
});

test('422 for an end before the stored start, an end in the past, and half a window', async () => {
  const site = await open();
  const { pass } = (await create(site, { startsAt: inDays(5), endsAt: inDays(6) })).body;
  const faultsOf = async (body: object) => {
    const answer = await patch(site.caller, pass.id, body);
    return [answer.status, answer.body.errors?.map(({ path, code }) => `${path} ${code}`)];
  };
  expect(await faultsOf({ endsAt: inDays(4) })).toEqual([422, ['endsAt ends_before_start']]);
  expect(await faultsOf({ startsAt: inDays(7) })).toEqual([422, ['startsAt ends_before_start']]);
  expect(await faultsOf({ endsAt: inDays(-1) })).toEqual([
    422,
    ['endsAt out_of_range', 'endsAt ends_before_start'],
  ]);
  expect(await faultsOf({ timeFrom: '08:00' })).toEqual([422, ['timeTo required']]);
});
