import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { DeviceModel } from '@pas/shared/models/device';
import { newLiveRow } from '@pas/shared/models/new-row';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { SessionModel } from '@pas/shared/models/session';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel, type Residence, type UserRow } from '@pas/shared/models/user';
import { describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  addUser,
  startResident,
  type Home,
  type TestResident,
} from './resident-harness.ts';

const service = await startResident();

type Occupant = { userId: string | null; inviteId: string | null; name: string | null; status: string };
type OccupantList = { occupants: Occupant[]; total: number };
type InviteAnswer = { invite: { id: string; role: string; status: string }; code?: string };

const primary = () => addResident(service);
const pathOf = ({ home }: TestResident): string => `/api/v1/units/${home.unitId}/occupants`;
const invite = (me: TestResident, body: object) =>
  service.call<InviteAnswer>('POST', pathOf(me), { as: me.as, body });
const list = async (me: TestResident) =>
  (await service.call<OccupantList>('GET', pathOf(me), { as: me.as })).body;
const remove = (me: TestResident, userId: string) =>
  service.call('DELETE', `${pathOf(me)}/${userId}`, { as: me.as });
const stored = async (id: string, { tenantId }: Home) =>
  InviteModel.findOne({ _id: id, tenantId }).lean<InviteRow>();

const residence = ({ unitId, propertyId }: Home, fields: Partial<Residence> = {}): Residence => ({
  id: newId('residence'),
  unitId,
  propertyId,
  role: 'OCCUPANT',
  startsAt: new Date(Date.now() - 1000),
  endsAt: null,
  canceledAt: null,
  inviteId: null,
  dueAt: null,
  ...fields,
});

/** Adds an occupant of the home. */
const addOccupant = (home: Home, fields: Partial<UserRow> = {}): Promise<UserRow> =>
  addUser(home.tenantId, {
    status: 'ACTIVE',
    emailKey: `${newId('user')}@b.test`,
    residences: [residence(home)],
    ...fields,
  });

const setRole = async ({ answer, home }: TestResident, fields: object) =>
  UserModel.updateOne({ _id: answer.resident.id, tenantId: home.tenantId }, { $set: fields });

describe('POST /api/v1/units/{id}/occupants', () => {
  test('201 with only a phone; 422 without contacts, and for a premium number', async () => {
    const me = await primary();
    const invited = await invite(me, { email: null, phone: '+12025550123', name: null });
    expect([invited.status, invited.body.invite]).toMatchObject([201, { role: 'OCCUPANT' }]);
    const premium = await invite(me, { phone: '(900) 555-0123' });
    expect([premium.status, premium.body.code]).toEqual([422, 'premium_number']);
    const refused = await invite(me, { email: null, phone: null });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: [{ path: 'email', code: 'required' }] },
    ]);
  });

  test('201 with an invite of role OCCUPANT that is queued immediately, without a token', async () => {
    const me = await primary();
    const body = { email: 'Sam@Maple.test', phone: '+12025550123', name: 'Sam' };
    const { status, body: answer } = await invite(me, body);
    expect([status, answer.invite]).toMatchObject([201, { role: 'OCCUPANT', status: 'PENDING' }]);
    expect(JSON.stringify(answer)).not.toMatch(/token|join/i);
    const row = await stored(answer.invite.id, me.home);
    expect(row).toMatchObject({
      secretVersion: '',
      tokenHash: `none:${answer.invite.id}`,
      createdBy: { type: 'RESIDENT', id: me.answer.resident.id },
      deliveries: [
        { channel: 'EMAIL', status: 'QUEUED' },
        { channel: 'SMS', status: 'QUEUED' },
      ],
    });
    const events = await OutboxModel.find({ tenantId: me.home.tenantId }).lean();
    expect(JSON.stringify(events)).toContain('invite.created');
    expect(JSON.stringify(events)).toContain('invite.dispatched');
    expect(JSON.stringify(events)).not.toContain('maple.test');
  });

  test('200 with the open invite for an already invited person', async () => {
    const me = await primary();
    const first = await invite(me, { email: 'sam@maple.test' });
    const again = await invite(me, { email: 'SAM@maple.test' });
    expect([again.status, again.body.invite.id]).toEqual([200, first.body.invite.id]);
  });

  test('200 with no other contact and no name of an invite that staff have made', async () => {
    const me = await primary();
    const inviteeEmail = 'next@maple.test';
    const contacts = { inviteeEmail, inviteePhone: '+12025550199', inviteeName: 'Next Tenant' };
    await addInvite(me.home, { ...contacts, pendingKey: `${me.home.unitId}|${inviteeEmail}` });
    const { status, body } = await invite(me, { email: inviteeEmail });
    expect([status, body.invite]).toMatchObject([
      200,
      { inviteeEmail, inviteePhone: null, inviteeName: null },
    ]);
  });

  test('409 occupants_limit at ten, also for fifty concurrent invites', async () => {
    const me = await primary();
    await addOccupant(me.home);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => invite(me, { email: `guest-${n}@maple.test` })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(9);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('occupants_limit');
    expect((await list(me)).total).toBe(10);
  });

  test('409 for a resident of the unit, 422 without a contact and for an impossible phone', async () => {
    const me = await primary();
    const { emailKey } = await addOccupant(me.home);
    const living = await invite(me, { email: emailKey });
    expect([living.status, living.body.code]).toEqual([409, 'already_resident']);
    expect((await invite(me, { name: 'Sam' })).status).toBe(422);
    expect((await invite(me, { phone: '12' })).status).toBe(422);
  });

  test('403 occupants_not_allowed when the tenant forbids it', async () => {
    const other = await primary();
    await TenantModel.updateOne(
      { _id: other.home.tenantId },
      { $set: { 'settings.residentsMayInvite': false } },
    );
    // The service may cache a tenant for a second.
    await expect
      .poll(async () => (await invite(other, { email: `${newId('user')}@maple.test` })).body.code)
      .toBe('occupants_not_allowed');
  });

  test('409 property_archived in an archived property', async () => {
    const me = await primary();
    const { tenantId, propertyId: _id } = me.home;
    await PropertyModel.updateOne({ _id, tenantId }, { $set: { status: 'ARCHIVED' } });
    expect((await invite(me, { email: 'a@maple.test' })).body.code).toBe('property_archived');
  });

  test('403 primary_required for an occupant, 404 for a former unit', async () => {
    const me = await primary();
    await setRole(me, { 'residences.0.role': 'OCCUPANT' });
    for (const { status } of [
      await invite(me, { email: 'a@maple.test' }),
      await service.call('GET', pathOf(me), { as: me.as }),
      await remove(me, newId('user')),
    ])
      expect(status).toBe(403);
    const left = await primary();
    const elsewhere = await addHome(left.home.tenantId);
    const residences = [
      residence(left.home, { role: 'PRIMARY', endsAt: new Date() }),
      residence(elsewhere, { role: 'PRIMARY' }),
    ];
    await setRole(left, { residences });
    expect((await invite(left, { email: 'a@maple.test' })).status).toBe(404);
  });
});

describe('GET and DELETE', () => {
  test('lists occupants and invites, with contacts only of the person’s own invites', async () => {
    const me = await primary();
    const neighbour = await addOccupant(me.home, { firstName: 'Ada', lastName: 'Reyes' });
    await invite(me, { email: 'sam@maple.test', name: 'Sam' });
    const { occupants, total } = await list(me);
    expect(total).toBe(2);
    expect(occupants).toMatchObject([
      { userId: null, name: 'Sam', email: 'sam@maple.test', status: 'PENDING' },
      { userId: neighbour._id, inviteId: null, name: 'Ada Reyes', email: null, status: 'CURRENT' },
    ]);
  });

  test('204 moves the occupant out and ends residence, sessions and devices; 404 for a repeat', async () => {
    const me = await primary();
    const occupant = await addOccupant(me.home);
    const { tenantId } = me.home;
    const device = {
      ...newLiveRow({ tenantId, now: new Date() }, 'device'),
      userId: occupant._id,
      platform: null,
      provider: 'FCM' as const,
      installationId: null,
      pushToken: 'sealed',
      tokenHash: newId('event'),
      tokenLast6: 'abcdef',
      appVersion: null,
      status: 'ACTIVE' as const,
      lastSeenAt: new Date(),
    };
    await DeviceModel.insertMany([device]);
    const mine = await SessionModel.findOne({ _id: me.as.sessionId ?? '' }).lean();
    const session = {
      ...mine,
      _id: newId('session'),
      userId: occupant._id,
      refreshTokenHash: newId('session'),
    };
    await SessionModel.insertMany([session]);
    expect((await remove(me, occupant._id)).status).toBe(204);
    const user = await UserModel.findOne({ _id: occupant._id, tenantId }).lean<UserRow>();
    expect([user?.status, user?.residences[0]?.endsAt instanceof Date]).toEqual(['FORMER', true]);
    expect(await DeviceModel.findOne({ _id: device._id, tenantId }).lean()).toMatchObject({
      status: 'REVOKED',
      pushToken: null,
    });
    expect((await SessionModel.findOne({ _id: session._id }).lean())?.revokedAt).toBeInstanceOf(Date);
    const written = await OutboxModel.find({ tenantId }).lean();
    expect(JSON.stringify(written)).toContain('user.moved_out');
    expect((await remove(me, occupant._id)).status).toBe(404);
    expect((await list(me)).total).toBe(0);
  });

  test('404 for another main resident, for oneself, and for an occupant of another unit', async () => {
    const me = await primary();
    const other = await addResident(service, { home: me.home });
    const elsewhere = await addOccupant(await addHome(me.home.tenantId));
    for (const id of [other.answer.resident.id, me.answer.resident.id, elsewhere._id])
      expect((await remove(me, id)).status).toBe(404);
  });
});
