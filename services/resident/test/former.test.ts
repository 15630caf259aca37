import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { InviteModel } from '@pas/shared/models/invite';
import { SessionModel } from '@pas/shared/models/session';
import { formerStateOf } from '@pas/shared/models/former';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { afterAll, describe, expect, test } from 'vitest';
import { residenceIn } from '@pas/testing/rows';
import {
  addHome,
  addInvite,
  addResident,
  addUser,
  newEmail,
  password,
  principalOf,
  signUpBody,
  startResident,
  type SignInResult,
  type TestResident,
} from './resident-harness.ts';
import { startIdentityProvider } from './sandbox-process.ts';

const identity = await startIdentityProvider();
afterAll(() => identity.stop());
const service = await startResident({ identity: identity.settings });

const post = <T = SignInResult>(path: string, body: object, as?: TestResident['as']) =>
  service.call<T & { code?: string }>('POST', path, { body, ...(as && { as }) });
const logIn = (email: string) => post('/api/v1/auth/login', { email, password });
const refresh = (refreshToken: string) => post('/api/v1/auth/refresh', { refreshToken });
const exchange = async (email: string) => {
  const headers = { authorization: `Bearer ${await identity.tokenFor({ email })}` };
  return service.call<SignInResult & { code?: string }>('POST', '/api/v1/auth/clerk-session', { headers });
};
const stored = ({ home, answer }: TestResident) =>
  UserModel.findOne({ _id: answer.resident.id, tenantId: home.tenantId }).lean<UserRow>();

const secondAgo = (): Date => new Date(Date.now() - 1000);

/** Ends a resident's homes in a transaction, as a move-out does; `due`: as before a sweep. */
async function leave({ home: { tenantId }, answer }: TestResident, how: 'stored' | 'due'): Promise<void> {
  await inTransaction(core, async (session) => {
    const id = { _id: answer.resident.id, tenantId, isLive: true };
    const user = await UserModel.findOne(id).session(session).lean<UserRow>();
    const endsAt = secondAgo();
    const dueAt = how === 'due' ? endsAt : null;
    const ended = { startsAt: new Date(0), endsAt, dueAt };
    const residences = user?.residences.map((home) => ({ ...home, ...ended })) ?? [];
    const state =
      how === 'stored' && user ? formerStateOf({ ...user, residences }, new Date()) : { formerDueAt: endsAt };
    const isFormer = user?.isFormer ?? null;
    await UserModel.updateOne({ ...id, isFormer }, { $set: { residences, ...state } }, { session });
    if (how === 'stored') {
      const open = { userId: id._id, revokedAt: null };
      await SessionModel.updateMany(open, { $set: { revokedAt: endsAt } }, { session });
    }
  });
}

describe.each(['stored', 'due'] as const)('a former resident (%s)', (how) => {
  test('403 at log-in, refresh, clerk-session and every route', async () => {
    const resident = await addResident(service);
    const { email, answer, as } = resident;
    await leave(resident, how);
    const answers = [
      await logIn(email),
      await refresh(answer.refreshToken),
      await exchange(email),
      await service.call<{ code?: string }>('GET', '/api/v1/me', { as }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [403, 'resident_former']),
    );
  });

  test('signs in at another tenant, without this one as a membership', async () => {
    const former = await addResident(service);
    const { email } = former;
    const current = await addResident(service, { email });
    await leave(former, how);
    const { status, body } = await logIn(email);
    expect([status, body.resident.id]).toEqual([200, current.answer.resident.id]);
    expect(body.memberships.map(({ userId }) => userId)).toEqual([current.answer.resident.id]);
    expect(await refresh(former.answer.refreshToken)).toMatchObject({ status: 401 });
    const as = principalOf(body);
    const { id: userId } = former.answer.resident;
    expect(await post('/api/v1/auth/switch', { userId }, as)).toMatchObject({
      status: 403,
      body: { code: 'resident_former' },
    });
  });

  test('gets resident_disabled when another tenant disabled the person', async () => {
    const former = await addResident(service);
    const home = await addHome();
    await addUser(home.tenantId, { emailKey: former.email, status: 'DISABLED', accountId: null });
    await leave(former, how);
    expect(await exchange(former.email)).toMatchObject({ status: 403, body: { code: 'resident_disabled' } });
  });

  test('becomes ACTIVE by sign-up with an invite, and an open invite changes nothing', async () => {
    const resident = await addResident(service);
    const { email, home } = resident;
    await leave(resident, how);
    const invite = await addInvite(await addHome(home.tenantId), { inviteeEmail: email });
    expect(await logIn(email)).toMatchObject({ status: 403, body: { code: 'resident_former' } });
    const { status, body } = await post('/api/v1/auth/signup', signUpBody(invite));
    expect([status, body.resident]).toMatchObject([
      201,
      { id: resident.answer.resident.id, status: 'ACTIVE' },
    ]);
    expect(await stored(resident)).toMatchObject({ status: 'ACTIVE', isFormer: null, formerDueAt: null });
    expect((await logIn(email)).status).toBe(200);
  });

  test('becomes ACTIVE when the person accepts an invite while signed in at another tenant', async () => {
    const former = await addResident(service);
    const { email, home } = former;
    const current = await addResident(service, { email });
    await leave(former, how);
    const invite = await addInvite(await addHome(home.tenantId), { inviteeEmail: email });
    const accepted = await post<{ memberships: object[] }>(
      `/api/v1/invites/${invite.token}/accept`,
      {},
      current.as,
    );
    expect(accepted.status).toBe(200);
    expect(accepted.body.memberships).toHaveLength(2);
    expect(await stored(former)).toMatchObject({ status: 'ACTIVE', isFormer: null });
  });
});

test('clerk-session answers resident_former to a former resident without an account', async () => {
  const { tenantId, unitId: id, propertyId } = await addHome();
  const email = newEmail();
  await addUser(tenantId, { emailKey: email, residences: [residenceIn({ id, propertyId }, secondAgo())] });
  expect(await exchange(email)).toMatchObject({ status: 403, body: { code: 'resident_former' } });
});

test('a concurrent move-out and sign-in leave no session open', async () => {
  for (let round = 0; round < 5; round += 1) {
    const resident = await addResident(service);
    const [answer] = await Promise.all([logIn(resident.email), leave(resident, 'stored')]);
    expect([200, 403]).toContain(answer.status);
    const again = await refresh(
      answer.status === 200 ? answer.body.refreshToken : resident.answer.refreshToken,
    );
    expect(again).toMatchObject({ status: 403, body: { code: 'resident_former' } });
  }
});

test('after a concurrent move-out and acceptance, the invite and the user agree', async () => {
  for (let round = 0; round < 5; round += 1) {
    const resident = await addResident(service);
    const invite = await addInvite(await addHome(resident.home.tenantId), { inviteeEmail: resident.email });
    const [signedUp] = await Promise.all([
      post('/api/v1/auth/signup', signUpBody(invite)),
      leave(resident, 'stored'),
    ]);
    expect(signedUp.status).toBe(201);
    const user = await stored(resident);
    const lives = user?.residences.some(({ endsAt }) => endsAt === null) === true;
    expect(user?.status === 'FORMER').toBe(!lives);
    expect(
      await InviteModel.countDocuments({ _id: invite._id, tenantId: invite.tenantId, status: 'ACCEPTED' }),
    ).toBe(1);
  }
});
