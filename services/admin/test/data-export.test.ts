import { CallModel } from '@pas/shared/models/call';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addPerson, callOf, type Export } from './personal-data-support.ts';
import { sealOutbox } from './seal-outbox.ts';
import { addDevice, addSession, recordsOf } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;
const exported = (id: string, as = caller) =>
  admin.call<Export>('GET', `/api/admin/users/${id}/data-export`, { as });

describe('GET /api/admin/users/{id}/data-export', () => {
  test('200 shows the stored data by collection, without secrets, and is recorded', async () => {
    const { user, values } = await addPerson(admin, caller, unitId);
    await addDevice(user);
    await addSession(user);
    await CallModel.insertMany([callOf(user)]);
    await sealOutbox(tenantId);
    const answer = await exported(user.id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${user.id}-data.json"`);
    const { collections } = answer.body.dataExport;
    expect(collections).toMatchObject({
      users: [{ id: user.id, email: values.email, firstName: values.firstName }],
      devices: [{ tokenLast6: 'phone1' }],
      calls: [{ unitId }],
      sessions: [{ revokedAt: null }],
    });
    const [created] = collections['audit_records'] ?? [];
    expect(created).toMatchObject({ action: 'user.created' });
    expect(JSON.stringify(created)).toContain(values.email);
    expect(JSON.stringify(answer.body)).not.toMatch(/hash|pushToken|passwordHash/i);
    expect((await recordsOf(user.id)).map(({ action }) => action)).toContain('user.exported');
  });

  test('200 shows of a call only the leg of the person', async () => {
    const { user } = await addPerson(admin, caller, unitId);
    const { user: housemate } = await addPerson(admin, caller, unitId);
    const legs = [...callOf(user).legs, ...callOf(housemate).legs];
    await CallModel.insertMany([callOf(user, { legs, answeredBy: housemate.id })]);
    const { body } = await exported(user.id);
    const { calls = [] } = body.dataExport.collections;
    expect(calls).toMatchObject([{ answeredBy: null, legs: [{ userId: user.id, toNumber: user.phone }] }]);
    expect(JSON.stringify(calls)).not.toContain(housemate.id);
  });

  test('200 is a file with the id of the person in its name', async () => {
    const { user } = await addPerson(admin, caller, unitId);
    const { headers } = await exported(user.id);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${user.id}-data.json"`);
  });

  test('403 without audit:read, 404 for a user of another tenant', async () => {
    const { user } = await addPerson(admin, caller, unitId);
    expect((await exported(user.id, { ...caller, scopes: ['users:read'] })).status).toBe(403);
    expect((await exported(user.id, await newTenantCaller())).status).toBe(404);
  });
});
