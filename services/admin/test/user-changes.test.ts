import { newId } from '@pas/shared/ids/id';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addHome, addSession, addUser, isOpen, recordsOf, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;

const create = (body: object, headers = {}, as = caller) =>
  admin.call<UserAnswer>('POST', '/api/admin/users', { as, body, headers });
const patch = (id: string, body: object, headers = {}, as = caller) =>
  admin.call<UserAnswer>('PATCH', `/api/admin/users/${id}`, { as, body, headers });
const stored = (id: string) =>
  UserModel.findOne({ _id: id, tenantId: caller.tenantId ?? '' }).lean<UserRow>();
const link = (id: string, accountId: string) =>
  UserModel.updateOne({ _id: id, tenantId: caller.tenantId ?? '' }, { $set: { accountId } });

describe('POST /api/admin/users', () => {
  test('201 creates a resident as INVITED', async () => {
    const body = { kind: 'RESIDENT', email: 'Jo@Example.test', phone: '+1 202-555-0123', firstName: 'Jo' };
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.body.user).toMatchObject({
      kind: 'RESIDENT',
      status: 'INVITED',
      email: 'Jo@Example.test',
      phone: '+12025550123',
      firstName: 'Jo',
      lastName: null,
      locale: null,
      residences: [],
      version: 1,
    });
    const [record] = await recordsOf(answer.body.user.id);
    expect(record).toMatchObject({ action: 'user.created', targets: [{ type: 'user' }] });
    expect(JSON.stringify(record)).not.toContain('Jo@Example.test');
  });

  test('201 creates staff as ACTIVE, or with the sent status', async () => {
    expect(await addUser(admin, caller, { kind: 'STAFF' })).toMatchObject({
      kind: 'STAFF',
      status: 'ACTIVE',
    });
    expect(await addUser(admin, caller, { status: 'DISABLED' })).toMatchObject({ status: 'DISABLED' });
  });

  test.each<[string, object, string, string]>([
    ['without email and phone', { kind: 'RESIDENT' }, 'email', 'required'],
    ['with neither', { kind: 'RESIDENT', email: null, phone: null }, 'email', 'required'],
    ['with a national phone', { kind: 'RESIDENT', phone: '202-555-0123' }, 'phone', 'invalid_phone'],
    ['with another kind', { kind: 'PET', email: 'a@example.test' }, 'kind', 'invalid_value'],
    [
      'with residences',
      { kind: 'STAFF', email: 'a@example.test', residences: [] },
      'residences',
      'unknown_field',
    ],
  ])('422 %s', async (_what, body, path, code) => {
    const answer = await admin.call('POST', '/api/admin/users', { as: caller, body });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path, code }] } });
  });

  test('409 names the email when another user of the kind has it, and not for another kind or tenant', async () => {
    const email = 'taken@example.test';
    expect((await create({ kind: 'RESIDENT', email })).status).toBe(201);
    const answer = await create({ kind: 'RESIDENT', email: 'TAKEN@example.test' });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ path: 'email' }] },
    });
    expect((await create({ kind: 'STAFF', email })).status).toBe(201);
    expect((await create({ kind: 'RESIDENT', email }, {}, await newTenantCaller())).status).toBe(201);
  });

  test('one of many concurrent requests with one e-mail succeeds', async () => {
    const body = { kind: 'RESIDENT', email: 'race@example.test' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  test('a repeated Idempotency-Key answers the first user again', async () => {
    const headers = { 'Idempotency-Key': newId('event') };
    const body = { kind: 'RESIDENT', email: 'once@example.test' };
    const [first, second] = [await create(body, headers), await create(body, headers)];
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('403 for a key restricted to some properties, which would not see the user', async () => {
    const as = { ...caller, propertyIds: [propertyId] };
    const answer = await create({ kind: 'RESIDENT', email: 'beyond@example.test' }, {}, as);
    expect(answer).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
  });
});

describe('PATCH /api/admin/users/{id}', () => {
  test('200 changes names for the search, and records the difference', async () => {
    const { id } = await addUser(admin, caller, { firstName: 'Al', lastName: 'Old' });
    const answer = await patch(id, { lastName: 'Zimmermann', locale: 'de-DE' });
    expect(answer.body.user).toMatchObject({
      firstName: 'Al',
      lastName: 'Zimmermann',
      locale: 'de-DE',
      version: 2,
    });
    expect(answer.headers.get('etag')).toBe('"2"');
    const found = await admin.call('GET', '/api/admin/users?q=zimmer', { as: caller });
    expect(found.body).toMatchObject({ total: 1, users: [{ id }] });
    const [, record] = await recordsOf(id);
    expect(record?.changes.map(({ path }) => path).toSorted()).toEqual(['lastName', 'locale']);
  });

  test('200 with the same values keeps the version and records nothing', async () => {
    const user = await addUser(admin, caller, { firstName: 'Same' });
    const answer = await patch(user.id, { firstName: 'Same', email: user.email });
    expect(answer.body.user).toEqual(user);
    expect(await recordsOf(user.id)).toHaveLength(1);
  });

  test('a new e-mail must be verified: the account is detached and the sessions end', async () => {
    const user = await addUser(admin, caller, { status: 'ACTIVE' });
    await link(user.id, newId('account'));
    const session = await addSession(user);
    const answer = await patch(user.id, { email: 'new-address@example.test' });
    expect(answer.body.user).toMatchObject({ email: 'new-address@example.test', status: 'ACTIVE' });
    expect(await stored(user.id)).toMatchObject({ accountId: null, emailKey: 'new-address@example.test' });
    expect(await isOpen(session)).toBe(false);
    const [, record] = await recordsOf(user.id);
    expect(record?.targets).toEqual([
      { type: 'user', id: user.id },
      { type: 'session', id: session },
    ]);
  });

  test('another spelling of the e-mail changes nothing', async () => {
    const user = await addUser(admin, caller, { email: 'casing@example.test' });
    await link(user.id, 'acc_kept');
    const session = await addSession(user);
    expect((await patch(user.id, { email: 'Casing@Example.test' })).body.user.version).toBe(1);
    expect(await stored(user.id)).toMatchObject({ accountId: 'acc_kept', email: 'casing@example.test' });
    expect(await isOpen(session)).toBe(true);
  });

  test('DISABLED ends the sessions, ACTIVE lets the person in again', async () => {
    const user = await addUser(admin, caller, { status: 'ACTIVE' });
    const [session, others] = [await addSession(user), await addSession(await addUser(admin, caller))];
    expect((await patch(user.id, { status: 'DISABLED' })).body.user.status).toBe('DISABLED');
    expect([await isOpen(session), await isOpen(others)]).toEqual([false, true]);
    expect((await patch(user.id, { status: 'ACTIVE' })).body.user).toMatchObject({
      status: 'ACTIVE',
      version: 3,
    });
  });

  test('a national phone is read by the country of the first home', async () => {
    const { id } = await addUser(admin, caller);
    await addHome(admin, caller, { userId: id, unitId });
    expect((await patch(id, { phone: '(202) 555-0187' })).body.user.phone).toBe('+12025550187');
    expect((await patch(id, { phone: null })).body.user.phone).toBeNull();
  });

  test('a phone claimed by the resident rings once staff enter it', async () => {
    const { id } = await addUser(admin, caller);
    const phone = '+12025550188';
    await patch(id, { phone });
    const own = { _id: id, tenantId: caller.tenantId ?? '' };
    await UserModel.updateOne(own, { $set: { claimedPhone: phone } });
    await patch(id, { firstName: 'Alex' });
    expect((await stored(id))?.claimedPhone).toBe(phone);
    await patch(id, { phone: null });
    await patch(id, { phone });
    expect(await stored(id)).toMatchObject({ phone, claimedPhone: null });
  });

  test('422 without any contact, or for an invalid phone', async () => {
    const { id } = await addUser(admin, caller);
    expect(await patch(id, { email: null })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'email' }] },
    });
    expect(await patch(id, { phone: '12' })).toMatchObject({ status: 422 });
    expect(await patch(id, { phone: '020 555' })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'phone', code: 'invalid_phone' }] },
    });
    expect(await patch(id, { kind: 'STAFF' })).toMatchObject({ status: 422 });
  });

  test('409 names the email when another user has it', async () => {
    const [first, second] = [await addUser(admin, caller), await addUser(admin, caller)];
    const answer = await patch(second.id, { email: first.email });
    expect(answer).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'email', code: 'already_exists' }] },
    });
    expect(await stored(second.id)).toMatchObject({ version: 1 });
  });

  test('412 for another version of the user, 304 for the current one', async () => {
    const { id } = await addUser(admin, caller);
    expect((await patch(id, { firstName: 'X' }, { 'If-Match': '"7"' })).status).toBe(412);
    expect((await patch(id, { firstName: 'X' }, { 'If-Match': '"1"' })).status).toBe(200);
    const read = await admin.send(`/api/admin/users/${id}`, {
      as: caller,
      headers: { 'If-None-Match': '"2"' },
    });
    expect(read.status).toBe(304);
  });
});

describe('GET /api/admin/users', () => {
  test('200 sorts by last name', async () => {
    const as = await newTenantCaller();
    for (const lastName of ['Moss', 'Abel', 'Quist']) await addUser(admin, as, { lastName });
    const { body } = await admin.call<{ users: { lastName: string }[] }>(
      'GET',
      '/api/admin/users?sort=lastName&kind=RESIDENT',
      { as },
    );
    expect(body.users.map(({ lastName }) => lastName)).toEqual(['Abel', 'Moss', 'Quist']);
  });
});
