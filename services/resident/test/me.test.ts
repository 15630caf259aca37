import { OutboxModel } from '@pas/platform/events/outbox';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { residentPrincipal } from '@pas/testing/test-gateway';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Resident } from '@pas/shared/accounts/resident.schema';
import type { Unit } from '../src/resources/units/unit.schema.ts';
import {
  addHome,
  addInvite,
  addResident,
  signUpBody,
  startResident,
  type TestResident,
} from './resident-harness.ts';

const service = await startResident();

type Me = { resident: z.output<typeof Resident> };
type Units = { units: z.output<typeof Unit>[]; total: number };

const readMe = ({ as }: TestResident) => service.call<Me>('GET', '/api/v1/me', { as });
const changeMe = ({ as }: TestResident, body: unknown, headers = {}) =>
  service.call<Me>('PATCH', '/api/v1/me', { as, body, headers });
const listUnits = ({ as }: TestResident) => service.call<Units>('GET', '/api/v1/units', { as });
const change = async ({ answer: { resident } }: TestResident, fields: Partial<UserRow>) =>
  UserModel.updateOne({ _id: resident.id, tenantId: resident.tenantId, isLive: true }, { $set: fields });

describe('GET /api/v1/me', () => {
  test('200: profile and current home, with the version as the ETag', async () => {
    const me = await addResident(service);
    const { status, body, headers } = await readMe(me);
    expect(status).toBe(200);
    expect(body.resident).toEqual(me.answer.resident);
    expect(headers.get('etag')).toBe(`"${body.resident.version}"`);
  });

  test('304: an unchanged profile', async () => {
    const me = await addResident(service);
    const etag = (await readMe(me)).headers.get('etag') ?? '';
    const again = await service.call('GET', '/api/v1/me', { as: me.as, headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test('401: an anonymous caller, and a person whom the tenant deleted', async () => {
    const me = await addResident(service);
    await change(me, { isLive: false });
    expect((await service.call('GET', '/api/v1/me')).body.code).toBe('credentials_missing');
    expect((await service.call('GET', '/api/v1/me', { as: me.as })).body.code).toBe('token_invalid');
  });

  test('401: a user id with another tenant’s id', async () => {
    const [me, other] = [await addResident(service), await addResident(service)];
    const as = residentPrincipal(me.answer.resident.id, other.home.tenantId, 'ses_x');
    expect((await service.call('GET', '/api/v1/me', { as })).status).toBe(401);
  });

  test('403: a disabled resident, with an audit record', async () => {
    const me = await addResident(service);
    await change(me, { status: 'DISABLED' });

    const { status, body } = await service.call('GET', '/api/v1/me', { as: me.as });

    expect([status, body.code]).toEqual([403, 'resident_disabled']);
    const filter = { tenantId: me.home.tenantId, 'envelope.data.outcome': 'DENIED' };
    const denial = await OutboxModel.findOne(filter).lean();
    expect(denial?.envelope.data).toMatchObject({
      actor: { type: 'RESIDENT', id: me.answer.resident.id },
      targets: [{ type: 'user', id: null }],
      denial: { scope: null, method: 'GET', route: '/api/v1/me' },
    });
  });
});

describe('PATCH /api/v1/me', () => {
  test('200: changes names and language, with one audit record without the names', async () => {
    const me = await addResident(service);

    const { status, body } = await changeMe(me, { firstName: 'Robin', locale: 'fr-CA' });

    expect(status).toBe(200);
    const { version } = me.answer.resident;
    expect(body.resident).toMatchObject({
      firstName: 'Robin',
      lastName: 'Lee',
      locale: 'fr-CA',
      version: version + 1,
    });
    const records = await OutboxModel.find({
      tenantId: me.home.tenantId,
      'envelope.data.action': 'user.updated',
    }).lean();
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records)).not.toContain('Robin');
  });

  test('200: a change without effect leaves version, events and audit unchanged', async () => {
    const me = await addResident(service);
    const before = await OutboxModel.countDocuments({ tenantId: me.home.tenantId });
    const { body } = await changeMe(me, { firstName: 'Jordan' });
    expect(body.resident.version).toBe(me.answer.resident.version);
    expect(await OutboxModel.countDocuments({ tenantId: me.home.tenantId })).toBe(before);
  });

  test('200: concurrent changes are all kept', async () => {
    const me = await addResident(service);
    const changes = [{ firstName: 'Robin' }, { lastName: 'Park' }, { locale: 'de' }];
    const answers = await Promise.all(changes.map(async (body) => changeMe(me, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await readMe(me)).body.resident).toMatchObject({
      firstName: 'Robin',
      lastName: 'Park',
      locale: 'de',
    });
  });

  test('412: another version', async () => {
    const me = await addResident(service);
    expect((await changeMe(me, { firstName: 'Robin' }, { 'if-match': '"77"' })).status).toBe(412);
    expect((await readMe(me)).body.resident.firstName).toBe('Jordan');
  });

  test.each([
    { email: 'new@example.test' },
    { status: 'ACTIVE' },
    { firstName: ' ' },
    { locale: 'no language' },
  ])('422: %j', async (body) => {
    const me = await addResident(service);
    expect((await changeMe(me, body)).status).toBe(422);
  });

  test('405: other methods are named', async () => {
    const me = await addResident(service);
    const { status, headers } = await service.call('DELETE', '/api/v1/me', { as: me.as });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH']);
  });
});

describe('GET /api/v1/units', () => {
  test('200: lists only the units where the person lives now', async () => {
    const me = await addResident(service);
    await addResident(service, { home: await addHome(me.home.tenantId) });

    const { status, body } = await listUnits(me);

    expect(status).toBe(200);
    expect(body).toEqual({ units: [expect.anything()], total: 1, limit: 50, offset: 0 });
    expect(body.units[0]).toMatchObject({
      id: me.home.unitId,
      label: 'Apt 4B',
      property: { id: me.home.propertyId, name: 'Maple Court', address: { line1: '1 Maple St' } },
      residence: { id: me.answer.resident.residences[0]?.id, role: 'PRIMARY', endsAt: null },
    });
  });

  test('200: includes a second home after its invite, and no former home', async () => {
    const me = await addResident(service);
    const second = await addHome(me.home.tenantId);
    const invite = await addInvite(second, { inviteeEmail: me.email });
    await service.call('POST', '/api/v1/auth/signup', { body: signUpBody(invite) });
    const ended = { 'residences.$.endsAt': new Date() };
    await UserModel.updateOne(
      { _id: me.answer.resident.id, tenantId: me.home.tenantId, 'residences.unitId': me.home.unitId },
      { $set: ended },
    );

    const { body } = await listUnits(me);

    expect(body.units.map(({ id }) => id)).toEqual([second.unitId]);
  });

  test('422: a limit that is not a number', async () => {
    const me = await addResident(service);
    expect((await service.call('GET', '/api/v1/units?limit=many', { as: me.as })).status).toBe(422);
  });
});
