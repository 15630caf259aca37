import { OutboxModel } from '@pas/platform/events/outbox';
import {
  IdempotentRequestModel,
  type IdempotentRequestRow,
} from '@pas/platform/idempotency/idempotent-request';
import { PropertyModel } from '@pas/shared/models/property';
import { core } from '@pas/platform/mongo/connections';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addProperty,
  addUnit,
  newTenantCaller,
  platformCaller,
  startAdmin,
  type InviteAnswer,
  type PropertyAnswer,
} from './admin-harness.ts';

let caller: Principal;
let tenantId: string;

const admin = await startAdmin();
beforeEach(async () => {
  caller = await newTenantCaller();
  tenantId = caller.tenantId ?? '';
});

const properties = '/api/admin/properties';
const harborView = { name: 'Harbor View', address: { country: 'US' } };

const create = (key: string, body: unknown = harborView, as = caller) =>
  admin.call<PropertyAnswer & { code?: string }>('POST', properties, {
    as,
    body,
    headers: { 'idempotency-key': key },
  });

const countProperties = () => PropertyModel.countDocuments({ tenantId, isLive: true });

describe('a POST with an Idempotency-Key', () => {
  test('takes effect once: its repeats get the same bytes, marked as a replay', async () => {
    const first = await create('harbor-1');
    const again = await create('harbor-1');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await countProperties()).toBe(1);
    expect(await OutboxModel.countDocuments({ tenantId })).toBe(1);
  });

  test('stores no undeclared field of an answer, nor of an item of a bulk call', async () => {
    const { id: unitId } = await addUnit(admin, caller, (await addProperty(admin, caller)).id);
    const send = (path: string, body: object) =>
      admin.call<InviteAnswer>('POST', `/api/admin/onboarding/${path}`, {
        as: caller,
        body,
        headers: { 'idempotency-key': 'words' },
      });
    const { invite } = (await send('invite', { unitId, inviteeEmail: 'jmarkovic84@mail.test' })).body;
    expect((await send(`invites/${invite.id}/dispatch`, {})).status).toBe(202);
    expect((await send('invites/bulk/resend', { inviteIds: [invite.id] })).status).toBe(200);
    const rows = await IdempotentRequestModel.find({ tenantId }).lean<IdempotentRequestRow[]>();
    const replies = rows.flatMap(({ reply }) => reply?.body ?? []);
    expect(replies.filter((body) => body.includes(invite.id))).toHaveLength(3);
    expect(replies.filter((body) => /searchWords|contactKey|pendingKey/.test(body))).toEqual([]);
  });

  test('is recognized with any order of its fields', async () => {
    await create('order');
    const { name, address } = harborView;
    expect((await create('order', { address, name })).headers.get('idempotency-replayed')).toBe('true');
  });

  test('422 idempotency_key_reused for another body, without an effect', async () => {
    await create('reused');
    const { status, body } = await create('reused', { ...harborView, name: 'Mill Lofts' });
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await countProperties()).toBe(1);
  });

  test('takes effect once for fifty concurrent requests; the others replay it or are 409', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('fifty')));
    expect(await countProperties()).toBe(1);
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.property.id);
    expect(new Set(ids).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 201);
    for (const { status, body, headers } of others) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1']);
    }
    expect((await create('fifty')).status).toBe(201);
  });

  test('keys are separate by person, tenant and path', async () => {
    await create('mine');
    const colleague = { ...caller, id: 'key_of_a_colleague' };
    expect((await create('mine', harborView, colleague)).headers.get('idempotency-replayed')).toBeNull();
    const stranger = await newTenantCaller();
    expect((await create('mine', harborView, stranger)).headers.get('idempotency-replayed')).toBeNull();
    const { id } = await addProperty(admin, caller);
    const { status, headers } = await admin.call('POST', '/api/admin/units', {
      as: caller,
      body: { propertyId: id, label: '4B' },
      headers: { 'idempotency-key': 'mine' },
    });
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  test('takes effect once for an API key and its successor: a rotation in between causes no second effect', async () => {
    const first = await create('rotated');
    const successor = { ...caller, id: 'key_of_the_successor', lineageId: caller.id ?? '' };
    const again = await create('rotated', harborView, successor);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(await countProperties()).toBe(1);
    const other = await create('rotated', { ...harborView, name: 'Mill Lofts' }, successor);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('a refusal is not stored, and the corrected request may use the key', async () => {
    expect((await create('mended', { ...harborView, name: '' })).status).toBe(422);
    const { status, body } = await admin.call('POST', '/api/admin/units', {
      as: caller,
      body: { propertyId: 'prop_01kb3rt9d5e0p8m6q2v7x4hzjn', label: '4B' },
      headers: { 'idempotency-key': 'mended' },
    });
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(await IdempotentRequestModel.countDocuments({ tenantId })).toBe(0);
    expect((await create('mended')).status).toBe(201);
  });

  test('409 with Retry-After during another transaction, and free after its rollback', async () => {
    await create('held');
    const row = await IdempotentRequestModel.findOne({ tenantId }).lean<IdempotentRequestRow>();
    await IdempotentRequestModel.deleteOne({ tenantId, _id: row?._id ?? '' });
    await PropertyModel.updateMany({ tenantId, isLive: true }, { $set: { isLive: false } });
    // The state after a process was killed during its work, until the store ends the transaction.
    const session = await core.startSession();
    session.startTransaction();
    await IdempotentRequestModel.insertMany([{ ...row, reply: null }], { session });
    const { status, body, headers } = await create('held');
    expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1']);
    await session.abortTransaction();
    await session.endSession();
    expect((await create('held')).status).toBe(201);
    expect((await create('held')).headers.get('idempotency-replayed')).toBe('true');
    expect(await countProperties()).toBe(1);
  });

  test('a key is free again after its day', async () => {
    await create('yesterday');
    await IdempotentRequestModel.updateOne({ tenantId }, { $set: { expiresAt: new Date() } });
    const { status, headers } = await create('yesterday', { ...harborView, name: 'Mill Lofts' });
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['of other than printable ASCII', 'ключ'],
  ])('422 for a key that is %s', async (_name, key) => {
    const header = Buffer.from(key, 'utf8').toString('latin1');
    const { status, body } = await admin.call<{ errors: { path: string }[] }>('POST', properties, {
      as: caller,
      body: harborView,
      headers: { 'idempotency-key': header },
    });
    expect(status).toBe(422);
    expect(body.errors[0]?.path).toBe('Idempotency-Key');
  });

  test('an invite’s link is stored nowhere and shown again', async () => {
    const { id } = await addProperty(admin, caller);
    const unit = await addUnit(admin, caller, id);
    const call = () =>
      admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', {
        as: caller,
        body: { unitId: unit.id, inviteeEmail: 'jordan@example.test' },
        headers: { 'idempotency-key': 'invite' },
      });
    const first = await call();
    const again = await call();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const kept = JSON.stringify(await IdempotentRequestModel.find({ tenantId }).lean());
    expect(kept).toContain(first.body.invite.id);
    expect(kept).not.toContain(first.body.invite.token);
  });

  test('a platform request in the control database takes effect once, too', async () => {
    const as = platformCaller();
    const call = () =>
      admin.call<{ tenant: { id: string } }>('POST', '/api/admin/tenants', {
        as,
        body: { name: 'Harbor Homes' },
        headers: { 'idempotency-key': 'tenant' },
      });
    const [first, again] = [await call(), await call()];
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });
});

test('PUT, PATCH and DELETE ignore an Idempotency-Key, because a repeat leads to the same state', async () => {
  const property = await addProperty(admin, caller);
  const headers = { 'idempotency-key': 'one-key' };
  const path = `${properties}/${property.id}`;
  const change = async (name: string) => {
    const answer = await admin.call<PropertyAnswer>('PATCH', path, { as: caller, body: { name }, headers });
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
    return [answer.body.property.name, answer.body.property.version];
  };
  expect(await change('Pier 1')).toEqual(['Pier 1', 2]);
  expect(await change('Pier 1')).toEqual(['Pier 1', 2]);
  expect(await change('Pier 2')).toEqual(['Pier 2', 3]);
  const put = (label: string) =>
    admin.call('PUT', '/api/admin/units/by-external-id/keyed', {
      as: caller,
      body: { propertyId: property.id, label },
      headers,
    });
  expect([(await put('1')).status, (await put('2')).status]).toEqual([201, 200]);
  const remove = () => admin.call('DELETE', path, { as: caller, headers });
  expect((await remove()).status).toBe(409);
  const { body } = await admin.call<{ units: { id: string }[] }>('GET', '/api/admin/units', { as: caller });
  await admin.call('DELETE', `/api/admin/units/${body.units[0]?.id}`, { as: caller, headers });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
});
