import { OutboxModel } from '@pas/platform/events/outbox';
import { IdempotentRequestModel } from '@pas/platform/idempotency/idempotent-request';
import { newId } from '@pas/shared/ids/id';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { ReportModel } from '@pas/shared/models/report';
import { UserModel } from '@pas/shared/models/user';
import { accessPointRow, residenceIn } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { addHome, addResident, startResident, type Home, type TestResident } from './resident-harness.ts';

const service = await startResident();

interface Answer {
  report: { id: string; unitId: string };
  code?: string;
  errors?: { path: string; code: string }[];
}

const problem = { kind: 'DOOR', text: 'The main door does not close.' };
const report = ({ as }: TestResident, body: object, headers: Record<string, string> = {}) =>
  service.call<Answer>('POST', '/api/v1/me/reports', { as, body, headers });
const keyed = (key: string) => ({ 'idempotency-key': key });

/** Adds a second current home to a resident. */
async function addSecondHome({ as, home }: TestResident): Promise<Home> {
  const second = await addHome(home.tenantId);
  const residence = residenceIn({ id: second.unitId, propertyId: second.propertyId });
  await UserModel.updateOne(
    { _id: as.id ?? '', tenantId: home.tenantId },
    { $push: { residences: residence } },
  );
  return second;
}

test('201 stores a report about the only home', async () => {
  const me = await addResident(service);
  const { tenantId, propertyId, unitId } = me.home;
  const { status, body } = await report(me, problem);
  const expected = { ...problem, propertyId, unitId, userId: me.as.id, accessPointId: null, status: 'OPEN' };
  expect([status, body.report]).toMatchObject([201, expected]);
  expect(await ReportModel.findOne({ _id: body.report.id, tenantId }).lean()).toMatchObject(expected);
});

test('201 publishes an event without the text, and records the text as a digest', async () => {
  const me = await addResident(service);
  const { tenantId, propertyId, unitId } = me.home;
  const { id } = (await report(me, problem)).body.report;
  const rows = await OutboxModel.find({ tenantId, 'envelope.subject': id }).lean();
  const [event, record] = rows.map(({ envelope }) => envelope);
  expect(event).toMatchObject({
    type: 'pas.v1.access.report.created',
    data: { aggregateVersion: 1, reportId: id, propertyId, unitId },
  });
  expect(record?.data).toMatchObject({ action: 'report.created', targets: [{ type: 'report', id }] });
  expect(JSON.stringify(rows)).not.toContain(problem.text);
});

test('201 names a door of the property or of the person’s own unit', async () => {
  const me = await addResident(service);
  const shared = accessPointRow(me.home);
  const own = accessPointRow(me.home, { kind: 'UNIT', unitId: me.home.unitId });
  await AccessPointModel.insertMany([shared, own]);
  for (const { _id: accessPointId } of [shared, own])
    expect((await report(me, { ...problem, accessPointId })).body.report).toMatchObject({ accessPointId });
});

test('404 for a door of another unit, of another property and for a deleted one', async () => {
  const me = await addResident(service);
  const doors = [
    accessPointRow(me.home, { kind: 'UNIT', unitId: newId('unit') }),
    accessPointRow(await addHome(me.home.tenantId)),
    accessPointRow(me.home, { isLive: false, deletedAt: new Date() }),
  ];
  await AccessPointModel.insertMany(doors);
  for (const { _id: accessPointId } of doors)
    expect((await report(me, { ...problem, accessPointId })).status).toBe(404);
});

test('201 for each of several homes, 422 without its name', async () => {
  const me = await addResident(service);
  const second = await addSecondHome(me);
  const nameless = await report(me, problem);
  expect(nameless).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', errors: [{ path: 'unitId', code: 'required' }] },
  });
  for (const { unitId } of [me.home, second])
    expect((await report(me, { ...problem, unitId })).body.report.unitId).toBe(unitId);
});

test('422 lists a missing home together with the other problems', async () => {
  const me = await addResident(service);
  await addSecondHome(me);
  const { body } = await report(me, { kind: 'LIFT', text: ' ' });
  expect(body.errors?.map(({ path }) => path).toSorted()).toEqual(['kind', 'text', 'unitId']);
});

test('404 for a unit that is not a current home', async () => {
  const me = await addResident(service);
  const { unitId } = await addHome(me.home.tenantId);
  expect((await report(me, { ...problem, unitId })).status).toBe(404);
});

test.each([
  ['an empty text', ''],
  ['invisible characters', '\u200b'],
  ['a control character', 'a\u0007b'],
  ['1,001 characters', 'x'.repeat(1001)],
])('422 for %s', async (_name, text) => {
  const me = await addResident(service);
  const { status, body } = await report(me, { ...problem, text });
  expect([status, body.errors?.map(({ path }) => path)]).toEqual([422, ['text']]);
});

test('201 keeps lines of text', async () => {
  const me = await addResident(service);
  const text = 'The door does not close.\nIt is cold.';
  expect((await report(me, { ...problem, text })).body.report).toMatchObject({ text });
});

test('429 with Retry-After after 20 reports of a person within a day, also of concurrent ones', async () => {
  const me = await addResident(service);
  const answers = await Promise.all(Array.from({ length: 21 }, () => report(me, problem)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 20 }, () => 201),
    429,
  ]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.code).toBe('rate_limited');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(86_000);
});

test('fifty repeats of one Idempotency-Key make one report and answer it, or 409 while the first runs', async () => {
  const me = await addResident(service);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => report(me, problem, keyed('one-lost-answer'))),
  );
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const first = answers.find(({ status }) => status === 201)?.body.report;
  const again = await report(me, problem, keyed('one-lost-answer'));
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(again.body.report).toEqual(first);
  expect(again.body.report).toMatchObject(problem);
  expect(await ReportModel.countDocuments({ tenantId: me.home.tenantId })).toBe(1);
});

test('422 idempotency_key_reused for another text; a key of another resident is another one', async () => {
  const [me, other] = [await addResident(service), await addResident(service)];
  expect((await report(me, problem, keyed('shared-key-1'))).status).toBe(201);
  const reused = await report(me, { ...problem, text: 'Another one.' }, keyed('shared-key-1'));
  expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
  const { status, headers } = await report(other, problem, keyed('shared-key-1'));
  expect([status, headers.get('idempotency-replayed')]).toEqual([201, null]);
});

test('the stored answer of a key has no text, and a replay shows an erased one as erased', async () => {
  const me = await addResident(service);
  const { tenantId } = me.home;
  const { id } = (await report(me, problem, keyed('erased-later'))).body.report;
  expect(JSON.stringify(await IdempotentRequestModel.find({ tenantId }).lean())).not.toContain(problem.text);
  await ReportModel.updateOne({ _id: id, tenantId }, { $set: { text: 'erased' } });
  const replay = await report(me, problem, keyed('erased-later'));
  expect(replay.body.report).toMatchObject({ id, text: 'erased' });
});
