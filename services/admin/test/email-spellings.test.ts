import { describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';
import { recordsOf, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { newUnit, invite, refused } = await inviteSupport(admin, caller);

const path = '/api/admin/users';
const create = (body: object) =>
  admin.call<UserAnswer>('POST', path, { as: caller, body: { kind: 'RESIDENT', ...body } });
const patch = (id: string, body: object) =>
  admin.call<UserAnswer>('PATCH', `${path}/${id}`, { as: caller, body });
const find = async (query: string): Promise<string[]> => {
  const { body } = await admin.call<{ users: { id: string }[] }>('GET', `${path}?${query}`, { as: caller });
  return body.users.map(({ id }) => id);
};

describe('an address with an international domain', () => {
  test('is kept as it was first sent, and another spelling of it is not a change', async () => {
    const { user } = (await create({ email: 'jo@b\u00fccher.test' })).body;
    expect(user).toMatchObject({ email: 'jo@b\u00fccher.test', version: 1 });
    for (const email of ['jo@xn--bcher-kva.test', 'JO@B\u00dcCHER.test', 'jo@b\u00fccher.test']) {
      const answer = await patch(user.id, { email });
      expect(answer).toMatchObject({ status: 200, body: { user: { email: user.email, version: 1 } } });
    }
    expect(await recordsOf(user.id)).toHaveLength(1);
  });

  test('is taken in each spelling', async () => {
    await create({ email: 'taken@xn--bcher-kva.test' });
    const answer = await create({ email: 'taken@b\u00fccher.test' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_exists' } });
  });

  test('is found by each spelling with email and q', async () => {
    const [first, second] = [
      (await create({ email: 'asc@xn--bcher-kva.test' })).body.user.id,
      (await create({ email: 'uni@b\u00fccher.test' })).body.user.id,
    ];
    for (const domain of ['b\u00fccher.test', 'xn--bcher-kva.test', 'B\u00dcCHER.TEST'])
      for (const name of ['email', 'q']) {
        expect(await find(`${name}=${encodeURIComponent(`asc@${domain}`)}`)).toEqual([first]);
        expect(await find(`${name}=${encodeURIComponent(`uni@${domain}`)}`)).toEqual([second]);
      }
  });

  test('has one pending invite per unit', async () => {
    const unitId = await newUnit();
    const first = await invite({ unitId, inviteeEmail: 'inv@b\u00fccher.test' });
    const second = await invite({ unitId, inviteeEmail: 'inv@xn--bcher-kva.test' });
    expect([second.status, second.body.invite.id]).toEqual([200, first.body.invite.id]);
    expect(second.body.invite.inviteeEmail).toBe('inv@b\u00fccher.test');
  });
});

test('another spelling of a recipient of alerts is not a change', async () => {
  const path = `/api/admin/tenants/${caller.tenantId}`;
  const send = (email: string) => {
    const alertRecipients = [{ email, types: ['door.offline'], digest: 'NONE' }];
    return admin.call<{ tenant: { version: number; settings: object } }>('PATCH', path, {
      as: caller,
      body: { settings: { alertRecipients } },
    });
  };
  const first = (await send('desk@b\u00fccher.test')).body;
  expect((await send('Desk@xn--bcher-kva.test')).body).toEqual(first);
});

describe('an address that no mail server accepts', () => {
  const addresses = [
    'a@example..com',
    'a@example.test:25',
    'a\uff20example.test',
    'a..b@example.test',
    'a@[192.0.2.1]',
    'a@localhost',
    `${'a'.repeat(65)}@example.test`,
  ];

  test.each(addresses)('is 422 invalid_email for a user: %s', async (email) => {
    expect(await create({ email })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'email', code: 'invalid_email' }] },
    });
  });

  test.each(addresses)('is 422 invalid_email for an invite: %s', async (inviteeEmail) => {
    expect(await refused({ unitId: await newUnit(), inviteeEmail })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'inviteeEmail', code: 'invalid_email' }] },
    });
  });
});
