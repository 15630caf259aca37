import { newId } from '@pas/shared/ids/id';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { AccountModel } from '@pas/shared/models/account';
import { CallModel } from '@pas/shared/models/call';
import { PasskeyModel } from '@pas/shared/models/passkey';
import { PhoneConsentModel } from '@pas/shared/models/phone-consent';
import { UserModel } from '@pas/shared/models/user';
import { accessPassRow, accessPointRow } from '@pas/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addPerson, callOf, findValues, type Receipt, type Values } from './personal-data-support.ts';
import { sealOutbox } from './seal-outbox.ts';
import { addDevice, addSession, addUser, recordsOf, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;

const erase = (id: string, as = caller) =>
  admin.call<Receipt>('POST', `/api/admin/users/${id}/erase`, { as });
const moveOut = (id: string) =>
  admin.call('POST', `/api/admin/users/${id}/move-out`, { as: caller, body: { unitId } });

describe('POST /api/admin/users/{id}/erase', () => {
  let user: UserAnswer['user'];
  let values: Values;
  beforeEach(async () => {
    ({ user, values } = await addPerson(admin, caller, unitId));
  });

  test('409 while the person has a current or future residence', async () => {
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

  test('200 and no row of any collection has a value of the person', async () => {
    const accountId = newId('account');
    const at = new Date();
    const account = { _id: accountId, email: values.email, emailKey: values.email.toLowerCase() };
    const known = { knownDevices: [{ mark: 'browser', at }], knownNetworks: [{ mark: 'network', at }] };
    await AccountModel.insertMany([{ ...account, ...known, createdAt: at, updatedAt: at }]);
    await UserModel.updateOne({ _id: user.id, tenantId }, { $set: { accountId } });
    const passkey = { credentialId: newId('passkey'), publicKey: 'oA', counter: 0, isBackedUp: true };
    const name = `${values.firstName}’s phone`;
    await PasskeyModel.insertMany([{ _id: newId('passkey'), accountId, ...passkey, name, createdAt: at }]);
    await addDevice(user);
    await addSession(user);
    await CallModel.insertMany([callOf(user), callOf(user, { fromNumber: user.phone, legs: [] })]);
    await PhoneConsentModel.create({
      _id: values.phone,
      state: 'OPTED_OUT',
      source: 'KEYWORD',
      updatedAt: at,
    });
    const other = await addUnit(admin, caller, propertyId, newId('unit'));
    await admin.call('POST', '/api/admin/onboarding/invite', {
      as: caller,
      body: { inviteePhone: values.phone, inviteeName: values.firstName, unitId: other.id },
      headers: { 'Idempotency-Key': newId('invite') },
    });
    const rows = [
      { unit: '4B', email: values.email, phone: '(212) 555-01', firstName: values.firstName },
      { unit: '', email: ` ${values.email.toUpperCase()} `, lastName: values.lastName },
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
      erased: {
        users: 1,
        accounts: 1,
        passkeys: 1,
        calls: 2,
        devices: 1,
        invites: 1,
        phone_consents: 1,
        import_rows: 2,
      },
    });
    await sealOutbox(tenantId);
    expect(await findValues(values)).toEqual([]);
    // Fingerprints of browsers and networks are erased with the account.
    expect(await AccountModel.exists({ _id: accountId })).toBeNull();
    expect((await admin.call('GET', `/api/admin/users/${user.id}`, { as: caller })).status).toBe(404);
    const verified = await admin.call<{ verification: object }>('GET', '/api/admin/audit/verify', {
      as: caller,
    });
    expect(verified.body.verification).toMatchObject({ firstBrokenSeq: null });
    const calls = await admin.call<{ calls: object[] }>('GET', '/api/admin/calls', { as: caller });
    expect(JSON.stringify(calls.body)).toContain('erased');
    expect(await recordsOf(user.id)).toContainEqual(expect.objectContaining({ action: 'user.erased' }));
  });

  test('200 and rows of other residents lose the values within their notes', async () => {
    const note = `Sister of ${values.firstName} ${values.lastName}, ${values.phone} or ${values.email}`;
    const rows = [
      { unit: '4B', email: 'nobody', firstName: 'Ana', Notes: note },
      { unit: '4B', email: 'ben@example.test', firstName: 'Ben', Notes: `Spare key: ${values.phone}` },
    ];
    const planned = await admin.call<{ import: { id: string } }>(
      'POST',
      '/api/admin/imports/residents/dry-run',
      { as: caller, body: { propertyId, rows } },
    );
    await moveOut(user.id);
    await sealOutbox(tenantId);
    expect((await erase(user.id)).body.receipt.erased).toMatchObject({ import_rows: 2, imports: 1 });
    await sealOutbox(tenantId);
    expect(await findValues(values)).toEqual([]);
    const path = `/api/admin/imports/${planned.body.import.id}`;
    const errors = await (await admin.send(`${path}/errors.csv`, { as: caller })).text();
    expect(errors).toContain('4B,nobody,Ana,"Sister of erased, erased or erased"');
    const left = await admin.call<{ rows: { verdict: string; changes: { after: string }[] }[] }>(
      'GET',
      `${path}/rows?verdict=create`,
      { as: caller },
    );
    expect(left.body.rows[0]?.changes.map(({ after }) => after)).toEqual(['ben@example.test', 'Ben', '4B']);
  });

  test('200 with the same receipt for a repeat', async () => {
    await moveOut(user.id);
    const [first, second] = [await erase(user.id), await erase(user.id)];
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect((await recordsOf(user.id)).filter(({ action }) => action === 'user.erased')).toHaveLength(1);
  });

  test('200 for a deleted user', async () => {
    await admin.call('DELETE', `/api/admin/users/${user.id}`, { as: caller });
    await sealOutbox(tenantId);
    expect(await findValues(values)).not.toEqual([]);
    expect((await erase(user.id)).status).toBe(200);
    await sealOutbox(tenantId);
    expect(await findValues(values)).toEqual([]);
  });

  test('200 keeps a shared account, and reports it', async () => {
    const accountId = newId('account');
    const elsewhere = await newTenantCaller();
    const twin = await addUser(admin, elsewhere, { email: values.email });
    await UserModel.updateOne({ _id: user.id, tenantId }, { $set: { accountId } });
    await UserModel.updateOne({ _id: twin.id, tenantId: elsewhere.tenantId ?? '' }, { $set: { accountId } });
    const at = new Date();
    const account = { _id: accountId, email: values.email, emailKey: values.email.toLowerCase() };
    await AccountModel.insertMany([{ ...account, createdAt: at, updatedAt: at }]);
    await moveOut(user.id);
    expect((await erase(user.id)).body.receipt.account).toBe('KEPT');
    expect(await AccountModel.exists({ _id: accountId })).not.toBeNull();
    expect((await admin.call('GET', `/api/admin/users/${twin.id}`, { as: elsewhere })).status).toBe(200);
  });

  test('200 also erases earlier names and contacts, and the person as a pass holder', async () => {
    const earlier = {
      lastName: 'Quattlebaum-Before',
      phone: '+12125559901',
      email: `before.${values.email}`,
    };
    const patch = (body: object) => admin.call('PATCH', `/api/admin/users/${user.id}`, { as: caller, body });
    await patch(earlier);
    const { email, phone, lastName, firstName } = values;
    await CallModel.insertMany([callOf(user, { fromNumber: earlier.phone, legs: [] })]);
    const door = accessPointRow({ tenantId, propertyId });
    await AccessPointModel.insertMany([door]);
    const [startsAt, endsAt] = [Date.now(), Date.now() + 3_600_000].map((at) => new Date(at).toISOString());
    const holders = [
      { name: 'Olive Other', email: 'olive@other.test' },
      { name: `${firstName} B.`, email: earlier.email },
    ];
    const body = { propertyId, accessPointIds: [door._id], kind: 'VENDOR', holders, startsAt, endsAt };
    const headers = { 'Idempotency-Key': newId('accessPass') };
    const made = await admin.call('POST', '/api/admin/passes', { as: caller, body, headers });
    expect(made.status).toBe(201);
    await patch({ email, phone, lastName });
    await moveOut(user.id);
    await sealOutbox(tenantId);
    const searched = { ...values, ...earlier, held: `${firstName} B.`, present: email };
    expect((await findValues(searched)).length).toBeGreaterThan(8);

    expect((await erase(user.id)).status).toBe(200);

    await sealOutbox(tenantId);
    expect(await findValues(searched)).toEqual([]);
    const found = (q: string) =>
      admin.call<{ total: number }>('GET', `/api/admin/passes?status=all&q=${q}`, { as: caller });
    expect([(await found(firstName)).body.total, (await found('olive')).body.total]).toEqual([0, 1]);
    const others = (await findValues({ name: 'Olive Other' })).map((row) => row.split(' ')[0]);
    expect(new Set(others)).toEqual(
      new Set(['access_passes', 'audit_personal_values', 'idempotent_requests']),
    );
  });

  test('200: a pass that the person ended keeps its holder, without the name of the person', async () => {
    const endedBy = { type: 'RESIDENT', id: user.id, name: values.lastName };
    const ended = { isLive: false, deletedAt: new Date(), endReason: 'REVOKED' as const, endedBy };
    const pass = accessPassRow({ tenantId, propertyId }, [newId('accessPoint')], {
      ...ended,
      guestName: 'Olive',
    });
    await AccessPassModel.insertMany([pass]);
    await moveOut(user.id);
    expect((await erase(user.id)).status).toBe(200);
    const kept = await AccessPassModel.findOne({ _id: pass._id, tenantId }).lean();
    expect(kept).toMatchObject({ guestName: 'Olive', endedBy: { ...endedBy, name: 'erased' } });
  });

  test('200 for 20 at once, each with one receipt', async () => {
    await moveOut(user.id);
    await sealOutbox(tenantId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => erase(user.id)));
    const people = await Promise.all(Array.from({ length: 5 }, () => addPerson(admin, caller, unitId)));
    for (const person of people) await moveOut(person.user.id);
    await sealOutbox(tenantId);
    const others = await Promise.all(people.map((person) => erase(person.user.id)));
    expect([...answers, ...others].map(({ status }) => status)).toEqual(Array(25).fill(200));
    await sealOutbox(tenantId);
    expect(await findValues(values)).toEqual([]);
    expect((await recordsOf(user.id)).filter(({ action }) => action === 'user.erased')).toHaveLength(1);
  });
});
