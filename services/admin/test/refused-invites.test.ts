import type { Problem } from '@pas/platform/http/render-error';
import { newId } from '@pas/shared/ids/id';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';
import { addUser } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, post, newUnit, invite, refused, countInvites } = await inviteSupport(admin, caller);

describe('problems of a new invite', () => {
  const problemsOf = ({ body }: { body: Problem }): string[] =>
    (body['errors'] as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`);

  test('422 names all problems at once: those of schemas, parsers and carriers', async () => {
    const answer = await refused({
      unitId: await newUnit(),
      inviteePhone: 'front desk',
      role: 'OWNER',
      expiresInHours: 721,
      dispatch: ['EMAIL', 'SMS'],
      colour: 'red',
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    expect(problemsOf(answer).toSorted()).toEqual([
      'colour unknown_field',
      'dispatch channel_unavailable',
      'dispatch contact_missing',
      'expiresInHours too_big',
      'inviteePhone invalid_phone',
      'role invalid_value',
    ]);
  });

  test('422 names a missing unit and an invalid e-mail together', async () => {
    expect(problemsOf(await refused({ inviteeEmail: 'nobody' })).toSorted()).toEqual([
      'inviteeEmail invalid_email',
      'unitId required',
    ]);
  });

  test('422 contact_missing names dispatch as the only problem', async () => {
    const answer = await refused({ unitId: await newUnit(), dispatch: ['EMAIL'] });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'contact_missing', errors: [{ path: 'dispatch', code: 'contact_missing' }] },
    });
  });

  test('422 precedes 404: an invalid phone, a channel without a contact', async () => {
    const unitId = newId('unit');
    expect((await refused({ unitId, inviteePhone: 'front desk' })).status).toBe(422);
    expect((await refused({ unitId, dispatch: ['EMAIL'] })).status).toBe(422);
    expect((await refused({ unitId, inviteePhone: '(202) 555-0123' })).status).toBe(404);
  });

  test.each([[0], [721], [1.5], ['24']])('422 for %j hours', async (expiresInHours) => {
    const answer = await refused({ unitId: await newUnit(), expiresInHours });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'expiresInHours' }] } });
  });
});

describe('a person who lives in the unit', () => {
  const dayMs = 24 * 3_600_000;
  const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

  async function addHome(residence: object, user: object = {}) {
    const { id, email } = await addUser(admin, caller, { status: 'ACTIVE', ...user });
    const unitId = await newUnit();
    const { status } = await post(`users/${id}/residences`, { unitId, ...residence });
    expect(status).toBe(201);
    return { unitId, inviteeEmail: email?.toUpperCase() };
  }

  test.each([
    ['now', {}],
    ['from tomorrow on', { startsAt: fromNow(dayMs) }],
  ])('409 already_resident for a residence %s', async (_when, residence) => {
    const home = await addHome(residence);
    expect(await refused(home)).toMatchObject({ status: 409, body: { code: 'already_resident' } });
    expect(await countInvites({ unitId: home.unitId })).toBe(0);
  });

  test('409 already_resident names the next step for a disabled resident', async () => {
    const { id, email: inviteeEmail } = await addUser(admin, caller);
    const unitId = await newUnit();
    await post(`users/${id}/residences`, { unitId });
    await admin.call('PATCH', `/api/admin/users/${id}`, { as: caller, body: { status: 'DISABLED' } });
    const { body } = await refused({ unitId, inviteeEmail });
    expect(body).toMatchObject({
      code: 'already_resident',
      message: expect.stringContaining('Set the status to ACTIVE') as string,
    });
  });

  test('409 already_resident for the resident’s phone, without an e-mail', async () => {
    const { unitId } = await addHome({}, { phone: '+12025550166' });
    const answer = await refused({ unitId, inviteePhone: '(202) 555-0166' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_resident' } });
    expect(
      (await invite({ unitId, inviteeEmail: 'flatmate@example.test', inviteePhone: '2025550166' })).status,
    ).toBe(201);
  });

  test.each([
    ['by e-mail', { inviteeEmail: 'never@signed.test' }, { email: 'Never@Signed.test' }],
    ['by phone', { inviteePhone: '+12025550167' }, { phone: '+12025550167' }],
  ])('is invited while INVITED without an account: %s', async (_how, invitee, contact) => {
    const home = await addHome({}, { email: null, status: 'INVITED', ...contact });
    const answer = await invite({ unitId: home.unitId, ...invitee });
    expect(answer).toMatchObject({ status: 201, body: { invite: { status: 'PENDING' } } });
  });

  test('can be invited before the first sign-up, and the residence leaves the invite open', async () => {
    const home = await addHome({}, { status: 'INVITED' });
    const { status, body } = await invite(home);
    expect([status, body.invite.status]).toEqual([201, 'PENDING']);
    const unitId = await newUnit();
    const early = await invite({ unitId, inviteeEmail: home.inviteeEmail });
    const { body: found } = await admin.call<{ users: { id: string }[] }>(
      'GET',
      `/api/admin/users?email=${home.inviteeEmail}`,
      { as: caller },
    );
    expect((await post(`users/${found.users[0]?.id}/residences`, { unitId })).status).toBe(201);
    expect(await countInvites({ _id: early.body.invite.id, status: 'PENDING' })).toBe(1);
  });

  test('can be invited again after a move-out', async () => {
    const home = await addHome({ startsAt: fromNow(-2 * dayMs), endsAt: fromNow(-dayMs) });
    expect((await invite(home)).status).toBe(201);
  });

  test('has no pending invite after a concurrent invite and residence', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, email } = await addUser(admin, caller, { status: 'ACTIVE' });
      const unitId = await newUnit();
      const [invited, housed] = await Promise.all([
        invite({ unitId, inviteeEmail: email }),
        post(`users/${id}/residences`, { unitId }),
      ]);
      expect(housed.status).toBe(201);
      expect([201, 409]).toContain(invited.status);
      expect(await countInvites({ unitId, status: 'PENDING' })).toBe(0);
    }
  });
});

describe('an archived property', () => {
  test('409 property_archived for a new invite; pending ones keep working', async () => {
    const unitId = await newUnit();
    const property = await addProperty(admin, caller, 'Old Mill');
    const unit = await addUnit(admin, caller, property.id);
    const pending = { unitId: unit.id, inviteeEmail: 'before@example.test' };
    const { id } = (await invite(pending)).body.invite;
    await PropertyModel.updateOne({ _id: property.id, tenantId }, { $set: { status: 'ARCHIVED' } });
    for (const place of [{ unitId: unit.id }, { propertyId: property.id, unitLabel: 'New 1' }]) {
      const answer = await refused({ ...place, inviteeEmail: 'after@example.test' });
      expect(answer).toMatchObject({ status: 409, body: { code: 'property_archived' } });
    }
    expect(await UnitModel.countDocuments({ tenantId, labelKey: 'NEW1' })).toBe(0);
    expect((await invite({ ...pending, dispatch: ['EMAIL'] })).body.invite).toMatchObject({ id });
    expect((await post(`onboarding/invites/${id}/dispatch`, {})).status).toBe(202);
    expect((await invite({ unitId, inviteeEmail: 'after@example.test' })).status).toBe(201);
  });
});
