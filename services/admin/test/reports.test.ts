import { OutboxModel } from '@pas/platform/events/outbox';
import { commit } from '@pas/shared/change/commit';
import { workContext } from '@pas/shared/context/work-context';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { newId } from '@pas/shared/ids/id';
import { ReportModel, type ReportRow } from '@pas/shared/models/report';
import { auditedReport } from '@pas/shared/reports/audited-report';
import { residentActor } from '@pas/shared/accounts/resident-actor';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { reportRow } from './building-rows.ts';
import { addPerson, findValues, type Export } from './personal-data-support.ts';
import { testWorker } from './plan-import.ts';
import { sealOutbox } from './seal-outbox.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const home = await addUnit(admin, caller, (await addProperty(admin, caller)).id);

const path = '/api/admin/reports';

type ReportAnswer = { report: { id: string; status: string; version: number }; code?: string };

async function addReport(fields: Partial<ReportRow> = {}): Promise<ReportRow> {
  const row = reportRow(tenantId, { propertyId: home.propertyId, unitId: home.id, ...fields });
  await ReportModel.insertMany([row]);
  return row;
}

const change = (id: string, body: object, version: number) =>
  admin.call<ReportAnswer>('PATCH', `${path}/${id}`, {
    as: caller,
    body,
    headers: { 'If-Match': `"${version}"` },
  });

describe(`GET ${path}`, () => {
  const listIds = async (query: string, as = caller): Promise<string[]> => {
    const { body } = await admin.call<{ reports: { id: string }[] }>('GET', `${path}?${query}`, { as });
    return body.reports.map(({ id }) => id);
  };

  test('200 filters by property and status', async () => {
    const { id: propertyId } = await addProperty(admin, caller);
    const open = await addReport({ propertyId });
    const done = await addReport({ propertyId, status: 'DONE' });
    expect(await listIds(`propertyId=${propertyId}`)).toEqual([done._id, open._id]);
    expect(await listIds(`propertyId=${propertyId}&status=OPEN`)).toEqual([open._id]);
    expect(await listIds('status=DONE')).toEqual([done._id]);
  });

  test('200 shows a restricted caller only the reports of its properties', async () => {
    const { id: propertyId } = await addProperty(admin, caller);
    const own = await addReport({ propertyId });
    const other = await addReport();
    const restricted = { ...caller, propertyIds: [propertyId] };
    expect(await listIds('', restricted)).toEqual([own._id]);
    expect((await admin.call('GET', `${path}/${other._id}`, { as: restricted })).status).toBe(404);
  });
});

test('200 shows a report with all its fields', async () => {
  const { _id: id, createdAt: _created, updatedAt: _updated, ...fields } = await addReport();
  const { status, body } = await admin.call<ReportAnswer>('GET', `${path}/${id}`, { as: caller });
  expect([status, body]).toMatchObject([200, { report: { id, ...fields } }]);
});

describe(`PATCH ${path}/{id}`, () => {
  test('200 closes and reopens a report with an audit record for each change', async () => {
    const { _id: id } = await addReport();
    const done = await change(id, { status: 'DONE' }, 1);
    expect([done.status, done.body.report]).toMatchObject([200, { id, status: 'DONE', version: 2 }]);
    expect((await change(id, { status: 'DONE' }, 2)).body).toEqual(done.body);
    expect((await change(id, { status: 'OPEN' }, 2)).body.report).toMatchObject({
      status: 'OPEN',
      version: 3,
    });
    const records = await OutboxModel.find({ tenantId, 'envelope.data.targets.id': id }).lean();
    expect(records.map(({ envelope }) => envelope.data['action'])).toEqual([
      'report.updated',
      'report.updated',
    ]);
  });

  test('412 for another version', async () => {
    const { _id: id } = await addReport();
    expect(await change(id, { status: 'DONE' }, 7)).toMatchObject({
      status: 412,
      body: { code: 'version_mismatch' },
    });
  });

  test('422 for an unknown status and for another field', async () => {
    const { _id: id } = await addReport();
    expect((await change(id, { status: 'LATER' }, 1)).status).toBe(422);
    expect((await change(id, { text: 'Another text' }, 1)).status).toBe(422);
  });

  test('403 without users:write', async () => {
    const { _id: id } = await addReport();
    const reader = { ...caller, scopes: ['users:read'] };
    const answer = await admin.call('PATCH', `${path}/${id}`, { as: reader, body: { status: 'DONE' } });
    expect(answer.status).toBe(403);
  });
});

/** Seals the audit record of a report, as the resident service submits it. */
async function recordCreation(row: ReportRow): Promise<void> {
  await commit(workContext(testWorker, tenantId), async (changed) =>
    changed.record({
      action: 'report.created',
      actor: residentActor(row.userId),
      targets: [{ type: 'report', id: row._id }],
      changes: fieldChanges(null, row, auditedReport),
      propertyIds: [row.propertyId],
    }),
  );
  await sealOutbox(tenantId);
}

async function eraseAfterMoveOut(userId: string): Promise<number> {
  const user = `/api/admin/users/${userId}`;
  await admin.call('POST', `${user}/move-out`, { as: caller, body: { unitId: home.id } });
  await sealOutbox(tenantId);
  const { status } = await admin.call('POST', `${user}/erase`, { as: caller });
  await sealOutbox(tenantId);
  return status;
}

describe('a person’s data', () => {
  test('an export shows the reports of the person, and not those of neighbours', async () => {
    const { user } = await addPerson(admin, caller, home.id);
    const own = await addReport({ userId: user.id });
    await addReport();
    const { body } = await admin.call<Export>('GET', `/api/admin/users/${user.id}/data-export`, {
      as: caller,
    });
    expect(body.dataExport.collections['reports']).toMatchObject([{ id: own._id, text: own.text }]);
  });

  test('an erasure removes the text of the person, also from the audit', async () => {
    const { user } = await addPerson(admin, caller, home.id);
    const own = await addReport({ userId: user.id, text: `The lamp at ${newId('event')} is dark.` });
    await recordCreation(own);
    expect(await findValues({ text: own.text })).toHaveLength(2);
    expect(await eraseAfterMoveOut(user.id)).toBe(200);
    expect(await findValues({ text: own.text })).toEqual([]);
    const { body } = await admin.call('GET', `${path}/${own._id}`, { as: caller });
    expect(body).toMatchObject({ report: { text: 'erased', version: 2 } });
  });

  test('an erasure removes the name of the person from reports of neighbours', async () => {
    const { user, values } = await addPerson(admin, caller, home.id);
    const name = `${values.firstName} ${values.lastName}`;
    const other = await addReport({ text: `The bike of ${name} blocks the door.` });
    await recordCreation(other);
    expect(await eraseAfterMoveOut(user.id)).toBe(200);
    expect(await findValues(values)).toEqual([]);
    const { body } = await admin.call('GET', `${path}/${other._id}`, { as: caller });
    expect(body).toMatchObject({ report: { text: 'The bike of erased blocks the door.' } });
  });

  test('an erasure keeps reports of neighbours that only contain the same words', async () => {
    const { user } = await addPerson(admin, caller, home.id);
    const names = { firstName: 'Will', lastName: 'Bell', externalId: '101' };
    await admin.call('PATCH', `/api/admin/users/${user.id}`, { as: caller, body: names });
    const texts = ['The gate will not close, and the bell is silent.', 'Leak in 101'];
    for (const text of texts) await recordCreation(await addReport({ text }));
    const mention = await addReport({ text: 'Ask Will about the leak.' });
    expect(await eraseAfterMoveOut(user.id)).toBe(200);
    for (const text of texts) expect(await findValues({ text })).toHaveLength(2);
    const { body } = await admin.call('GET', `${path}/${mention._id}`, { as: caller });
    expect(body).toMatchObject({ report: { text: 'Ask erased about the leak.' } });
  });
});

test('404 for an unknown report', async () => {
  const { status } = await admin.call('GET', `${path}/${newId('report')}`, { as: caller });
  expect(status).toBe(404);
});
