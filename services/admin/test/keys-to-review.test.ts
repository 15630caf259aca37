import { newId } from '@pas/shared/ids/id';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { roleScopes } from '@pas/shared/principal/scopes';
import { userRow } from '@pas/testing/rows';
import { describe, expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { keyRecords } from './api-key-row.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const property = await addProperty(admin, caller);

interface KeyAnswer {
  apiKey: { id: string; reviewDue: boolean; version: number };
}

const staffOf = (email: string): Principal => ({
  ...anonymous,
  kind: 'staff',
  id: `person_${email}`,
  name: 'Dana Reed',
  tenantId,
  scopes: roleScopes.OWNER,
  email,
  authenticatedAt: new Date(),
});

async function addStaff(): Promise<{ user: UserRow; keyId: string }> {
  const email = `${newId('user')}@harbor.test`;
  const user = userRow(tenantId, { kind: 'STAFF', email, emailKey: email });
  await UserModel.insertMany([user]);
  const body = { name: 'Nightly import', scopes: ['units:read'] };
  const issued = await admin.call<KeyAnswer>('POST', '/api/admin/api-keys', { as: staffOf(email), body });
  expect(issued.status).toBe(201);
  return { user, keyId: issued.body.apiKey.id };
}

const readKey = async (id: string) =>
  (await admin.call<KeyAnswer>('GET', `/api/admin/api-keys/${id}`, { as: caller })).body.apiKey;
const patch = (id: string, body: object) =>
  admin.call('PATCH', `/api/admin/users/${id}`, { as: caller, body });

const listKeys = (query: string) =>
  admin.call<{ apiKeys: { id: string; reviewDue: boolean }[]; total: number }>(
    'GET',
    `/api/admin/api-keys?${query}`,
    { as: caller },
  );

describe('GET /api/admin/api-keys?reviewDue=', () => {
  test('lists and counts the keys that are due for a review, or the others', async () => {
    const [due, other] = [await addStaff(), await addStaff()];
    await patch(due.user._id, { status: 'DISABLED' });
    const waiting = await listKeys('reviewDue=true&limit=200');
    expect(waiting.body.apiKeys.map(({ id }) => id)).toContain(due.keyId);
    expect(waiting.body.apiKeys.every(({ reviewDue }) => reviewDue)).toBe(true);
    expect(waiting.body.total).toBe(waiting.body.apiKeys.length);
    const others = await listKeys('reviewDue=false&status=ACTIVE&limit=200');
    expect(others.body.apiKeys.map(({ id }) => id)).toContain(other.keyId);
    expect(others.body.apiKeys.some(({ reviewDue }) => reviewDue)).toBe(false);
    expect((await listKeys('')).body.total).toBe(
      waiting.body.total + (await listKeys('reviewDue=false')).body.total,
    );
  });

  test('422 for another value', async () => {
    expect((await listKeys('reviewDue=yes')).status).toBe(422);
  });
});

describe('keys issued by a staff member are due for a review', () => {
  test.each<[string, (id: string) => Promise<{ status: number }>, number]>([
    ['is disabled', (id) => patch(id, { status: 'DISABLED' }), 200],
    ['is restricted to properties', (id) => patch(id, { propertyIds: [property.id] }), 200],
    ['is deleted', (id) => admin.call('DELETE', `/api/admin/users/${id}`, { as: caller }), 204],
  ])('when the person %s, and keep working', async (_what, shrink, status) => {
    const { user, keyId } = await addStaff();
    const other = await addStaff();
    expect((await shrink(user._id)).status).toBe(status);
    expect(await readKey(keyId)).toMatchObject({ reviewDue: true, version: 2, status: 'ACTIVE' });
    expect(await readKey(other.keyId)).toMatchObject({ reviewDue: false, version: 1 });
    const records = await keyRecords(keyId);
    expect(records.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.updated']);
    expect(records[1]?.changes).toEqual([{ path: 'reviewDue', before: false, after: true }]);
  });

  test('once: a finished review is not repeated', async () => {
    const { user, keyId } = await addStaff();
    await patch(user._id, { status: 'DISABLED' });
    const body = { reviewDue: false };
    await admin.call('PATCH', `/api/admin/api-keys/${keyId}`, { as: caller, body });
    await patch(user._id, { firstName: 'Dana' });
    expect(await readKey(keyId)).toMatchObject({ reviewDue: false, version: 3 });
  });

  test('but not after another change of the person', async () => {
    const { user, keyId } = await addStaff();
    await patch(user._id, { firstName: 'Dana', phone: null });
    expect(await readKey(keyId)).toMatchObject({ reviewDue: false, version: 1 });
  });

  test('and the successor of a rotated key, instead of the key itself', async () => {
    const { user, keyId } = await addStaff();
    const as = staffOf(user.email ?? '');
    const path = `/api/admin/api-keys/${keyId}/rotate`;
    const { body } = await admin.call<KeyAnswer>('POST', path, { as, body: {} });
    await patch(user._id, { status: 'DISABLED' });
    expect(await readKey(body.apiKey.id)).toMatchObject({ reviewDue: true });
  });
});
