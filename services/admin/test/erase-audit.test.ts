import { newId } from '@pas/shared/ids/id';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { DeviceModel } from '@pas/shared/models/device';
import { ImportModel } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { SetupLinkModel } from '@pas/shared/models/setup-link';
import { StaffNameModel, staffNameId } from '@pas/shared/models/staff-name';
import { accessPointRow } from '@pas/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addProperty,
  addUnit,
  newTenantCaller,
  platformCaller,
  startAdmin,
  type ApiKeyAnswer,
} from './admin-harness.ts';
import { apiKeyRow } from './api-key-row.ts';
import { importedRow, importRow } from './import-row.ts';
import { addPerson, findValues, type Receipt, type Values } from './personal-data-support.ts';
import { sealOutbox } from './seal-outbox.ts';
import { addSetupLink } from './setup-link-row.ts';
import { addDevice, addUser, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;

const erase = (id: string) => admin.call<Receipt>('POST', `/api/admin/users/${id}/erase`, { as: caller });
const moveOut = (id: string) =>
  admin.call('POST', `/api/admin/users/${id}/move-out`, { as: caller, body: { unitId } });

describe('POST /api/admin/users/{id}/erase, in the audit', () => {
  let user: UserAnswer['user'];
  let values: Values;
  beforeEach(async () => {
    ({ user, values } = await addPerson(admin, caller, unitId));
  });

  test('200 also erases texts of staff that mention the person, and keeps the others', async () => {
    const { firstName, lastName, phone } = values;
    const typed = [`Parcel for ${firstName}`, `Call ${phone.slice(2)} first`, 'A delivery for 4B'];
    for (const reason of typed) {
      const door = accessPointRow({ tenantId, propertyId });
      await AccessPointModel.insertMany([door]);
      const path = `/api/admin/access-points/${door._id}/unlock`;
      expect((await admin.call('POST', path, { as: caller, body: { reason } })).status).toBe(202);
    }
    const name = { name: 'Lobby', scopes: ['units:read'] };
    const key = await admin.call<ApiKeyAnswer>('POST', '/api/admin/api-keys', { as: caller, body: name });
    const revocation = { reason: `${lastName} has left` };
    const path = `/api/admin/api-keys/${key.body.apiKey.id}/revoke`;
    expect((await admin.call('POST', path, { as: caller, body: revocation })).status).toBe(200);
    const form = new FormData();
    form.set('file', new Blob(['unit,email\n9Z,nobody@other.test\n']), `moves of ${lastName}.csv`);
    form.set('propertyId', propertyId);
    form.set('createUnits', 'true');
    const sent = { method: 'POST', body: form, as: caller };
    expect((await admin.send('/api/admin/imports/residents/dry-run', sent)).status).toBe(201);
    await moveOut(user.id);
    await sealOutbox(tenantId);

    expect((await erase(user.id)).status).toBe(200);

    await sealOutbox(tenantId);
    expect(await findValues({ ...values, digits: phone.slice(2) })).toEqual([]);
    expect(await findValues({ kept: 'A delivery for 4B' })).toHaveLength(1);
  });

  test('200 also erases the setup link of a manager, its stored answer, and reports that mention the person', async () => {
    const { email, firstName } = values;
    await addSetupLink(tenantId, email);
    await admin.call('POST', '/api/admin/setup-links', {
      as: platformCaller(tenantId),
      body: { email },
      headers: { 'idempotency-key': 'of-a-manager' },
    });
    const leak = { leakSource: `pushed by ${firstName}`, leakUrl: `https://code.test/blame?author=${email}` };
    await ApiKeyModel.insertMany([apiKeyRow(tenantId, leak)]);
    await moveOut(user.id);
    await sealOutbox(tenantId);
    expect((await erase(user.id)).status).toBe(200);
    expect(await findValues(values)).toEqual([]);
  });

  test('200 also erases rows of an upload that has no import yet', async () => {
    const cells = ['4B', values.email];
    await ImportedRowModel.insertMany([
      importedRow(importRow(tenantId), { cells, verdict: null, changes: [] }),
    ]);
    await moveOut(user.id);
    await sealOutbox(tenantId);
    expect((await erase(user.id)).body.receipt.erased).toMatchObject({ import_rows: 1 });
    expect(await findValues(values)).toEqual([]);
  });

  test('200 also erases the installation and the token of a device that staff have removed', async () => {
    const installation = newId('event');
    const id = await addDevice(user, installation);
    const device = await DeviceModel.findOne({ _id: id, tenantId }).orFail();
    expect((await admin.call('DELETE', `/api/admin/devices/${id}`, { as: caller })).status).toBe(204);
    await moveOut(user.id);
    await sealOutbox(tenantId);
    const places = (await findValues({ installation })).map((row) => row.split(' ')[0]);
    expect(new Set(places)).toEqual(new Set(['audit_personal_values', 'devices']));
    expect((await erase(user.id)).status).toBe(200);
    expect(await findValues({ installation, token: device.tokenHash })).toEqual([]);
  });
});

test('200 for a staff member, and no row has the name of its creator', async () => {
  const email = `${newId('user')}@harbor.test`;
  const { id } = await addUser(admin, caller, { kind: 'STAFF', email });
  const by = { type: 'STAFF', id: `subject of ${email}`, name: 'Philippa Oyelaran' };
  const other = { type: 'STAFF', id: 'subject of another', name: 'Dana Whitfield' };
  const name = { _id: staffNameId(tenantId, by.id), tenantId, name: by.name, email, notedAt: new Date() };
  await StaffNameModel.insertMany([name]);
  const invited = await admin.call('POST', '/api/admin/onboarding/invite', {
    as: { ...caller, ...by, kind: 'staff' },
    body: { inviteeEmail: `${newId('invite')}@example.test`, unitId },
    headers: { 'Idempotency-Key': 'by-staff' },
  });
  expect(invited.status).toBe(201);
  const commit = { mode: 'VALID_ROWS' as const, by, at: new Date() };
  await ImportModel.insertMany([
    importRow(tenantId, { createdBy: by, commit: { ...commit, by: other } }),
    importRow(tenantId, { createdBy: other, commit, revert: { by, at: new Date() } }),
  ]);
  const link = await addSetupLink(tenantId, `next.${email}`);
  await SetupLinkModel.updateOne({ _id: link }, { $set: { createdBy: by } });
  await sealOutbox(tenantId);
  expect((await findValues({ name: by.name })).length).toBeGreaterThan(6);

  const { status, body: answer } = await erase(id);

  expect([status, answer.receipt.erased]).toMatchObject([200, { invites: 1, imports: 2, setup_links: 1 }]);
  expect(await findValues({ name: by.name })).toEqual([]);
  expect(await findValues({ name: other.name })).toHaveLength(2);
});
