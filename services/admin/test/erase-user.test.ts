import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { control, core } from '@pas/platform/mongo/connections';
import { newId } from '@pas/shared/ids/id';
import { AccountModel } from '@pas/shared/models/account';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import { newRow } from '@pas/shared/models/new-row';
import { PhoneConsentModel } from '@pas/shared/models/phone-consent';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeEach, describe, expect, test } from 'vitest';
import { goOnErasing } from '../src/sweeps/go-on-erasing.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { sealOutbox } from './seal-outbox.ts';
import { addDevice, addHome, addSession, addUser, recordsOf, type UserAnswer } from './user-support.ts';

type Receipt = { receipt: { account: string; erased: Record<string, number> }; code?: string };
type Export = { dataExport: { collections: Record<string, Record<string, unknown>[]> } };

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;

const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
const erase = (id: string, as = caller) =>
  admin.call<Receipt>('POST', `/api/admin/users/${id}/erase`, { as });
const exported = (id: string, as = caller) =>
  admin.call<Export>('GET', `/api/admin/users/${id}/data-export`, { as });
const moveOut = (id: string, unit = unitId) =>
  admin.call('POST', `/api/admin/users/${id}/move-out`, { as: caller, body: { unitId: unit } });

let serial = 100;

/** A person of values that nobody else has, who has lived here and moved out. */
async function formerResident() {
  serial += 1;
  const phone = `+1212555${String(serial).padStart(4, '0')}`;
  const values = {
    email: `Zebulon.${serial}@former.example.test`,
    phone,
    firstName: `Zebulon${serial}`,
    lastName: `Quattlebaum${serial}`,
    externalId: `tenant-file-${serial}`,
  };
  const user = await addUser(admin, caller, values);
  await addHome(admin, caller, { userId: user.id, unitId });
  return { user, values };
}

function callOf(user: UserAnswer['user'], fields: Partial<CallRow> = {}): CallRow {
  const now = new Date();
  const leg = { userId: user.id, toNumber: user.phone, status: 'ANSWERED' as const, startedAt: now };
  return {
    ...newRow({ tenantId, now }, 'call'),
    propertyId,
    unitId,
    virtualNumberId: null,
    provider: 'TELEPHONY_A',
    providerCallId: newId('call'),
    direction: 'INBOUND',
    fromNumber: '+12125550000',
    toNumber: '+12125550001',
    status: 'COMPLETED',
    outcome: 'ANSWERED',
    answeredBy: user.id,
    startedAt: now,
    answeredAt: now,
    endedAt: now,
    durationSeconds: 1,
    legs: [{ ...leg, answeredAt: now, endedAt: now }],
    ...fields,
  };
}

/** Every row of both databases as text, by collection. */
async function everyRow(): Promise<string[]> {
  const texts: string[] = [];
  for (const connection of [core, control])
    for (const { name } of (await connection.db?.listCollections().toArray()) ?? [])
      for (const row of (await connection.db?.collection(name).find().toArray()) ?? [])
        texts.push(`${name} ${JSON.stringify(row)}`);
  return texts;
}

async function findValues(values: Record<string, string>): Promise<string[]> {
  const searched = Object.values(values).map((value) => value.toLowerCase());
  const rows = await everyRow();
  return rows.filter((row) => searched.some((value) => row.toLowerCase().includes(value)));
}

describe('POST /api/admin/users/{id}/erase', () => {
  let user: UserAnswer['user'];
  let values: Record<string, string>;
  beforeEach(async () => {
    ({ user, values } = await formerResident());
  });

  test('409 while the person lives here or is going to', async () => {
    const answer = await erase(user.id);
    expect([answer.status, answer.body.code]).toEqual([409, 'has_residence']);
    expect(await findValues(values)).not.toEqual([]);
  });

  test('404 for an unknown user and for one of another tenant, 403 without users:write and for restricted keys', async () => {
    await moveOut(user.id);
    expect((await erase(newId('user'))).status).toBe(404);
    expect((await erase(user.id, await newTenantCaller())).status).toBe(404);
    expect((await erase(user.id, { ...caller, scopes: ['users:read'] })).status).toBe(403);
    expect((await erase(user.id, { ...caller, propertyIds: [propertyId] })).status).toBe(404);
  });

  test('200 and no row of any collection has a value of the person any more', async () => {
    const accountId = newId('account');
    const at = new Date();
    const account = { _id: accountId, email: values['email'], emailKey: values['email']?.toLowerCase() };
    await AccountModel.insertMany([{ ...account, createdAt: at, updatedAt: at }]);
    await UserModel.updateOne({ _id: user.id, tenantId }, { $set: { accountId } });
    await addDevice(user);
    await addSession(user);
    await CallModel.insertMany([callOf(user), callOf(user, { fromNumber: user.phone, legs: [] })]);
    await PhoneConsentModel.create({
      _id: values['phone'] ?? '',
      state: 'OPTED_OUT',
      source: 'KEYWORD',
      updatedAt: at,
    });
    const invite = { unitId, inviteeEmail: `other-${values['email']}`, inviteeName: values['firstName'] };
    const toThem = { ...invite, inviteeEmail: null, inviteePhone: values['phone'] };
    const other = await addUnit(admin, caller, propertyId, newId('unit'));
    await admin.call('POST', '/api/admin/onboarding/invite', {
      as: caller,
      body: { inviteePhone: toThem.inviteePhone, inviteeName: values['firstName'], unitId: other.id },
      headers: { 'Idempotency-Key': newId('invite') },
    });
    const rows = [
      { unit: '4B', email: values['email'], phone: '(212) 555-01', firstName: values['firstName'] },
      { unit: '', email: ` ${values['email']?.toUpperCase()} `, lastName: values['lastName'] },
    ];
    await admin.call('POST', '/api/admin/imports/residents/dry-run', {
      as: caller,
      body: { propertyId, rows },
    });
    await moveOut(user.id);
    await sealOutbox(tenantId);
    expect((await findValues(values)).length).toBeGreaterThan(8);

    const answer = await erase(user.id);
    expect(answer.status).toBe(200);
    expect(answer.body.receipt).toMatchObject({
      userId: user.id,
      account: 'ERASED',
      erased: { users: 1, accounts: 1, calls: 2, devices: 1, invites: 1, phone_consents: 1, import_rows: 2 },
    });
    await sealOutbox(tenantId);
    expect(await findValues(values)).toEqual([]);
    expect((await admin.call('GET', `/api/admin/users/${user.id}`, { as: caller })).status).toBe(404);
    const verified = await admin.call<{ verification: object }>('GET', '/api/admin/audit/verify', {
      as: caller,
    });
    expect(verified.body.verification).toMatchObject({ firstBrokenSeq: null });
    const calls = await admin.call<{ calls: object[] }>('GET', '/api/admin/calls', { as: caller });
    expect(JSON.stringify(calls.body)).toContain('erased');
    expect(await recordsOf(user.id)).toContainEqual(expect.objectContaining({ action: 'user.erased' }));
  });

  test('200 with the same receipt when it is repeated', async () => {
    await moveOut(user.id);
    const [first, second] = [await erase(user.id), await erase(user.id)];
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect((await recordsOf(user.id)).filter(({ action }) => action === 'user.erased')).toHaveLength(1);
  });

  test('200 for a user who was deleted before', async () => {
    await admin.call('DELETE', `/api/admin/users/${user.id}`, { as: caller });
    await sealOutbox(tenantId);
    expect(await findValues(values)).not.toEqual([]);
    expect((await erase(user.id)).status).toBe(200);
    await sealOutbox(tenantId);
    expect(await findValues(values)).toEqual([]);
  });

  test('200 leaves an account that another user has too, and says so', async () => {
    const accountId = newId('account');
    const elsewhere = await newTenantCaller();
    const twin = await addUser(admin, elsewhere, { email: values['email'] });
    await UserModel.updateOne({ _id: user.id, tenantId }, { $set: { accountId } });
    await UserModel.updateOne({ _id: twin.id, tenantId: elsewhere.tenantId ?? '' }, { $set: { accountId } });
    const at = new Date();
    const account = { _id: accountId, email: values['email'], emailKey: values['email']?.toLowerCase() };
    await AccountModel.insertMany([{ ...account, createdAt: at, updatedAt: at }]);
    await moveOut(user.id);
    expect((await erase(user.id)).body.receipt.account).toBe('KEPT');
    expect(await AccountModel.exists({ _id: accountId })).not.toBeNull();
    expect((await admin.call('GET', `/api/admin/users/${twin.id}`, { as: elsewhere })).status).toBe(200);
  });

  test('200 for 20 at once, each with one receipt', async () => {
    await moveOut(user.id);
    await sealOutbox(tenantId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => erase(user.id)));
    const people = await Promise.all(Array.from({ length: 5 }, formerResident));
    for (const person of people) await moveOut(person.user.id);
    await sealOutbox(tenantId);
    const others = await Promise.all(people.map((person) => erase(person.user.id)));
    expect([...answers, ...others].map(({ status }) => status)).toEqual(Array(25).fill(200));
    await sealOutbox(tenantId);
    expect(await findValues(values)).toEqual([]);
    expect((await recordsOf(user.id)).filter(({ action }) => action === 'user.erased')).toHaveLength(1);
  });

  test('an erasure whose process has died is finished by a worker', async () => {
    await moveOut(user.id);
    await CallModel.insertMany(Array.from({ length: 1200 }, () => callOf(user)));
    await erase(user.id);
    const person = {
      tenantId,
      userId: user.id,
      accountId: null,
      isAccountShared: false,
      actorIds: [user.id],
    };
    const rest = { inviteIds: [], unitIds: [unitId], importIds: [], isPhoneShared: false };
    const found = { emailKey: null, phone: user.phone, values: [user.phone] };
    await CallModel.insertMany([callOf(user)]);
    await ErasureModel.updateOne(
      { _id: user.id, tenantId },
      {
        $set: { status: 'RUNNING', counts: [], person: { ...person, ...rest, ...found }, dueAt: new Date(0) },
      },
    );
    const sweeper = startSweeper({
      environment: 'TEST',
      events: leaveToSweeper,
      log,
      everyMs: 50,
      sweeps: [goOnErasing],
    });
    const storedErasure = () => ErasureModel.findOne({ _id: user.id, tenantId }).lean<ErasureRow>();
    await waitUntil(async () => (await storedErasure())?.status === 'DONE', { what: 'the erasure' });
    await sweeper.stop();
    expect(await CallModel.countDocuments({ tenantId, 'legs.toNumber': user.phone })).toBe(0);
    expect((await storedErasure())?.person).toMatchObject({ phone: null, values: [] });
  });

  test('an erasure is applied again to a person who came back with a backup', async () => {
    await moveOut(user.id);
    await sealOutbox(tenantId);
    const before = await UserModel.findOne({ _id: user.id, tenantId }).lean<UserRow>();
    await erase(user.id);
    const residences =
      before?.residences.map((residence) => ({ ...residence, endsAt: null, dueAt: null })) ?? [];
    const { _id, tenantId: _own, ...restored } = { ...before, residences } as UserRow;
    await UserModel.updateOne({ _id: user.id, tenantId }, { $set: restored });
    const again = { status: 'RUNNING' as const, person: null, counts: [], dueAt: new Date(0) };
    await ErasureModel.updateOne({ _id: user.id, tenantId }, { $set: again });
    const sweeper = startSweeper({
      environment: 'TEST',
      events: leaveToSweeper,
      log,
      everyMs: 50,
      sweeps: [goOnErasing],
    });
    const storedErasure = () => ErasureModel.findOne({ _id: user.id, tenantId }).lean<ErasureRow>();
    await waitUntil(async () => (await storedErasure())?.status === 'DONE', { what: 'the erasure' });
    await sealOutbox(tenantId);
    // What the sweeper had submitted then is looked for once more.
    await ErasureModel.updateOne({ _id: user.id, tenantId }, { $set: { dueAt: new Date(0) } });
    const isOver = async () => (await storedErasure())?.dueAt === null;
    await waitUntil(isOver, { what: 'the second look' });
    await sweeper.stop();
    expect(await findValues(values)).toEqual([]);
  });
});

describe('GET /api/admin/users/{id}/data-export', () => {
  test('200 shows what is kept by collection, without secrets, and is recorded', async () => {
    const { user, values } = await formerResident();
    await addDevice(user);
    await addSession(user);
    await CallModel.insertMany([callOf(user)]);
    await sealOutbox(tenantId);
    const answer = await exported(user.id);
    expect(answer.status).toBe(200);
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

  test('403 without audit:read, 404 for a user of another tenant', async () => {
    const { user } = await formerResident();
    expect((await exported(user.id, { ...caller, scopes: ['users:read'] })).status).toBe(403);
    expect((await exported(user.id, await newTenantCaller())).status).toBe(404);
  });
});
