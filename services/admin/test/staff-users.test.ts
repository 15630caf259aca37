import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { StaffNameModel, staffNameId } from '@pas/shared/models/staff-name';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { roleScopes } from '@pas/shared/principal/scopes';
import { userRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeEach, describe, expect, test } from 'vitest';
import { readNames } from '../src/audit-chain/digest-callers.ts';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { sealOutbox } from './seal-outbox.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const [first, second] = [
  await addProperty(admin, caller, 'First'),
  await addProperty(admin, caller, 'Second'),
];

let email: string;
let staff: Principal;

beforeEach(() => {
  email = `${newId('user')}@harbor.test`;
  staff = {
    ...anonymous,
    kind: 'staff',
    id: `person_${email}`,
    name: 'Name at the provider',
    tenantId,
    scopes: roleScopes.OWNER,
    email,
    authenticatedAt: new Date(),
  };
});

const addStaff = async (fields: Partial<UserRow> = {}): Promise<UserRow> => {
  const row = userRow(tenantId, { kind: 'STAFF', email, emailKey: email, ...fields });
  await UserModel.insertMany([row]);
  return row;
};

const propertiesOf = async (as: Principal): Promise<string[]> => {
  const answer = await admin.call<{ properties: { id: string }[] }>(
    'GET',
    '/api/admin/properties?sort=name',
    {
      as,
    },
  );
  return answer.body.properties.map(({ id }) => id);
};

describe('a staff member', () => {
  test('without a STAFF user has the full reach of the role', async () => {
    expect(await propertiesOf(staff)).toEqual([first.id, second.id]);
  });

  test.each([
    ['the properties of the STAFF user', null, ['first'], ['first']],
    ['those of the claim', ['second'], null, ['second']],
    ['those that both name', ['first', 'second'], ['second'], ['second']],
    ['none where they name different ones', ['first'], ['second'], []],
    ['none where the STAFF user has none', null, [], []],
  ])('reaches %s', async (_what, claimed, stored, expected) => {
    const idOf = (name: string): string => (name === 'first' ? first.id : second.id);
    await addStaff({ propertyIds: stored && stored.map(idOf) });
    const propertyIds = claimed && claimed.map(idOf);
    expect(await propertiesOf({ ...staff, propertyIds })).toEqual(expected.map(idOf));
  });

  test('is found by the e-mail in any spelling, only among STAFF users of the same tenant', async () => {
    await addStaff({ propertyIds: [first.id] });
    expect(await propertiesOf({ ...staff, email: email.toUpperCase() })).toEqual([first.id]);
    const other = await newTenantCaller();
    const there = userRow(other.tenantId ?? '', { kind: 'STAFF', email: 'a@b.test', emailKey: 'a@b.test' });
    await UserModel.insertMany([{ ...there, status: 'DISABLED' }]);
    const resident = userRow(tenantId, { email: 'a@b.test', emailKey: 'a@b.test', status: 'DISABLED' });
    await UserModel.insertMany([resident]);
    expect(await propertiesOf({ ...staff, email: 'a@b.test' })).toEqual([first.id, second.id]);
  });

  test('without a verified e-mail has no STAFF user', async () => {
    await addStaff({ propertyIds: [] });
    expect(await propertiesOf({ ...staff, email: null })).toEqual([first.id, second.id]);
  });

  test('fifty concurrent requests share one read of the STAFF user', async () => {
    await addStaff({ propertyIds: [first.id] });
    const answers = await Promise.all(Array.from({ length: 50 }, () => propertiesOf(staff)));
    expect(new Set(answers.map(String))).toEqual(new Set([first.id]));
  });
});

describe('403 staff_disabled', () => {
  const ask = () => admin.call('GET', '/api/admin/properties', { as: staff });

  test('for a disabled STAFF user, within a second and recorded', async () => {
    const { _id } = await addStaff({ firstName: 'Dana', lastName: 'Reed' });
    expect((await ask()).status).toBe(200);
    await UserModel.updateOne({ _id, tenantId }, { $set: { status: 'DISABLED' } });
    await waitUntil(async () => (await ask()).status === 403, { what: 'the refusal', timeoutMs: 1500 });
    expect(await ask()).toMatchObject({ status: 403, body: { code: 'staff_disabled' } });
    await sealOutbox(tenantId);
    const { body } = await admin.call<{ auditRecords: unknown[] }>(
      'GET',
      `/api/admin/audit?actorId=${encodeURIComponent(staff.id ?? '')}`,
      { as: caller },
    );
    expect(body.auditRecords[0]).toMatchObject({
      action: 'request.denied',
      outcome: 'DENIED',
      actor: { type: 'STAFF', id: staff.id, name: 'Dana Reed' },
      denial: { code: 'staff_disabled' },
    });
  });

  test('for a deleted STAFF user, until a new one exists', async () => {
    const { _id } = await addStaff({ propertyIds: [first.id] });
    await UserModel.updateOne({ _id, tenantId }, { $set: { isLive: false, deletedAt: new Date() } });
    expect((await ask()).status).toBe(403);
    await addStaff({ propertyIds: null });
    await waitUntil(async () => (await ask()).status === 200, { what: 'the new user', timeoutMs: 1500 });
  });
});

describe('403 login_too_old', () => {
  const create = (as: Principal) =>
    admin.call('POST', '/api/admin/api-keys', { as, body: { name: 'Nightly', scopes: ['units:read'] } });
  const session = (authenticatedAt: Date | null): Principal => ({
    ...staff,
    sessionId: 'ops_1',
    authenticatedAt,
  });
  const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

  test.each([
    ['16 minutes ago', 16],
    ['in a time that nobody knows', null],
  ])('for a new key and an export of the audit after a log-in %s', async (_what, minutes) => {
    const as = session(minutes === null ? null : minutesAgo(minutes));
    expect(await create(as)).toMatchObject({ status: 403, body: { code: 'login_too_old' } });
    const answer = await admin.call('GET', '/api/admin/audit/export?format=ndjson', { as });
    expect(answer).toMatchObject({ status: 403, body: { code: 'login_too_old' } });
    expect((await admin.call('GET', '/api/admin/api-keys', { as })).status).toBe(200);
  });

  test('not after a log-in 14 minutes ago, and not for tokens and keys, which have no log-in', async () => {
    expect((await create(session(minutesAgo(14)))).status).toBe(201);
    expect((await create({ ...staff, authenticatedAt: null })).status).toBe(201);
    expect((await create(caller)).status).toBe(201);
  });
});

describe('the name of an actor with only a subject', () => {
  const submission = () => ({ data: { actor: { type: 'STAFF', id: staff.id, name: null } } });
  const read = async (): Promise<string | undefined> =>
    (await readNames(tenantId, [submission() as never])).get(staff.id ?? '');

  test('is that of the STAFF user, else that of the identity provider', async () => {
    const note = { _id: staffNameId(tenantId, staff.id ?? ''), tenantId, name: 'At the provider', email };
    await StaffNameModel.insertMany([{ ...note, notedAt: new Date() }]);
    expect(await read()).toBe('At the provider');
    await addStaff({ firstName: 'Dana', lastName: 'Reed' });
    expect(await read()).toBe('Dana Reed');
  });

  test('is in no event: a record carries it beside the event, only for the sealer', async () => {
    const rows = [...(await OutboxModel.find().lean()), ...(await ControlOutboxModel.find().lean())];
    const events = rows.map(({ envelope }) => ({ ...envelope.data, personalValues: null }));
    expect(JSON.stringify(events)).not.toContain('Name at the provider');
  });
});
