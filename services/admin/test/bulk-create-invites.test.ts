import type { Problem } from '@pas/platform/http/render-error';
import { newId } from '@pas/shared/ids/id';
import { UserModel } from '@pas/shared/models/user';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, onboardingBySms, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';
import { addHome, addUser } from './user-support.ts';

const admin = await startAdmin({ onboarding: onboardingBySms });
const caller = await newTenantCaller();
const { tenantId, newUnit, countInvites } = await inviteSupport(admin, caller);

type Result = {
  userId: string;
  status: number;
  code?: string;
  message?: string;
  invite?: InviteAnswer['invite'];
};

const create = <Answer = { results: Result[] }>(body: object, { key = '', as = caller } = {}) =>
  admin.call<Answer>('POST', '/api/admin/onboarding/invites/bulk/create', {
    as,
    body,
    ...(key !== '' && { headers: { 'idempotency-key': key } }),
  });

/** Creates a resident of a new unit. */
async function addResident(fields: object = {}) {
  const unitId = await newUnit();
  const user = await addUser(admin, caller, { residence: { unitId }, ...fields });
  return { ...user, unitId };
}

describe('invites for many residents', () => {
  test('each resident gets an invite to their home with the stored name, contacts, role and language', async () => {
    const unitId = await newUnit();
    const { id } = await addResident({
      firstName: 'Clara',
      lastName: 'Reyes',
      phone: '+12025550177',
      locale: 'es',
      residence: { unitId, role: 'OCCUPANT' },
    });
    const { status, body } = await create({ userIds: [id] });
    expect([status, body.results[0]?.status]).toEqual([200, 201]);
    expect(body.results[0]?.invite).toMatchObject({
      unitId,
      inviteeName: 'Clara Reyes',
      inviteePhone: '+12025550177',
      role: 'OCCUPANT',
      locale: 'es',
      deliveries: [],
    });
  });

  test('a dispatch uses the channels for which a person has a contact', async () => {
    const mailed = await addResident();
    const phoned = await addResident({ email: null, phone: '+12025550178' });
    const { body } = await create({ userIds: [mailed.id, phoned.id], dispatch: ['EMAIL', 'SMS'] });
    const channels = body.results.map(({ invite }) => invite?.deliveries.map(({ channel }) => channel));
    expect(channels).toEqual([['EMAIL'], ['SMS']]);
    const alone = await create({ userIds: [phoned.id], dispatch: ['EMAIL'] });
    expect(alone.body.results[0]).toMatchObject({ status: 422, code: 'contact_missing' });
  });

  test('a resident with several homes is invited to the first one', async () => {
    const { id, unitId } = await addResident();
    await addHome(admin, caller, { userId: id, unitId: await newUnit() });
    const { body } = await create({ userIds: [id] });
    expect(body.results[0]?.invite?.unitId).toBe(unitId);
  });

  test('a pending invite is 200, and a second one is never created', async () => {
    const { id, unitId } = await addResident();
    const first = await create({ userIds: [id, id] });
    expect(first.body.results.map(({ status }) => status)).toEqual([201, 200]);
    expect(await countInvites({ unitId })).toBe(1);
  });

  test('a refusal names the resident and the reason, and stops no other', async () => {
    const homeless = await addUser(admin, caller, {
      firstName: 'Ben',
      lastName: 'Ito',
      email: 'ben@home.test',
    });
    const signedUp = await addResident({ email: 'ada@home.test' });
    await UserModel.updateOne(
      { _id: signedUp.id, tenantId },
      { $set: { status: 'ACTIVE', accountId: newId('account') } },
    );
    const unknown = newId('user');
    const { id } = await addResident();
    const { body } = await create({ userIds: [homeless.id, signedUp.id, unknown, id] });
    expect(body.results.map(({ status, code }) => [status, code])).toEqual([
      [409, 'no_residence'],
      [409, 'already_resident'],
      [404, 'not_found'],
      [201, undefined],
    ]);
    expect(body.results.map(({ message }) => message?.split(': ')[0])).toEqual([
      `Resident ${homeless.id}, Ben Ito (ben@home.test)`,
      `Resident ${signedUp.id}, ada@home.test`,
      `Resident ${unknown}`,
      undefined,
    ]);
  });

  test('a resident of another property is 404 without a name', async () => {
    const { id } = await addResident();
    const restricted = { ...caller, propertyIds: [newId('property')] };
    const { body } = await create({ userIds: [id] }, { as: restricted });
    expect(body.results[0]).toMatchObject({ status: 404, code: 'not_found' });
    expect(body.results[0]?.message).toMatch(new RegExp(`^Resident ${id}: `));
  });

  test('without users:read each resident is 404 without a name, and gets no invite', async () => {
    const { id, unitId } = await addResident({ firstName: 'Clara' });
    const { body } = await create({ userIds: [id] }, { as: { ...caller, scopes: ['onboarding:write'] } });
    expect(body.results[0]).toMatchObject({ status: 404, code: 'not_found' });
    expect(body.results[0]?.message).toMatch(new RegExp(`^Resident ${id}: `));
    expect(await countInvites({ unitId })).toBe(0);
  });

  test('a repeat with the same key answers the same, with links', async () => {
    const { id, unitId } = await addResident();
    const first = await create({ userIds: [id] }, { key: 'invite all' });
    const again = await create({ userIds: [id] }, { key: 'invite all' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(again.body.results[0]?.invite?.token).toMatch(/^[\w-]{43}$/);
    expect(await countInvites({ unitId })).toBe(1);
  });

  test('fifty concurrent calls for one resident create one invite', async () => {
    const { id, unitId } = await addResident();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ userIds: [id] })));
    // A tenant runs few expensive calls at a time: 429 and 503 refuse the others.
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses.difference(new Set([200, 429, 503]))]).toEqual([]);
    expect(statuses).toContain(200);
    expect(await countInvites({ unitId })).toBe(1);
  });
});

describe('refused as a whole', () => {
  test.each([
    ['nobody', []],
    ['more than 500', Array.from({ length: 501 }, () => newId('user'))],
    ['something that is not an id', [newId('unit')]],
  ])('422 for %s', async (_what, userIds) => {
    expect((await create<Problem>({ userIds })).status).toBe(422);
  });

  test('403 without onboarding:write', async () => {
    const as = { ...caller, scopes: ['users:read'] };
    expect((await create<Problem>({ userIds: [newId('user')] }, { as })).status).toBe(403);
  });
});
