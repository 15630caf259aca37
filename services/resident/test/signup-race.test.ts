import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel } from '@pas/shared/models/account';
import { SessionModel } from '@pas/shared/models/session';
import { UserModel } from '@pas/shared/models/user';
import { expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  newEmail,
  signUpBody,
  startResident,
  type Home,
} from './resident-harness.ts';

const service = await startResident();

const racers = 50;

/** Sends concurrent sign-ups, one per racer, and counts the answers by status and code. */
async function race(bodyOf: (racer: number) => unknown, count = racers): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_none, racer) =>
      service.call('POST', '/api/v1/auth/signup', { body: bodyOf(racer) }),
    ),
  );
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status < 300 ? String(status) : `${status} ${body.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const oneWinner = { '201': 1, '410 invite_accepted': racers - 1 };

/** Answers to concurrent repeats of one person's request: one creates the resident, and all succeed. */
const onePerson = { '201': 1, '200': racers - 1 };

async function expectOneResident({ tenantId }: Home, sessions = 1): Promise<void> {
  const residents = await UserModel.find({ tenantId, 'residences.0': { $exists: true } }).lean();
  expect(residents).toHaveLength(1);
  expect(residents[0]?.residences).toHaveLength(1);
  expect(await OutboxModel.countDocuments({ tenantId, subject: 'pas.v1.onboarding.invite.accepted' })).toBe(
    1,
  );
  expect(await SessionModel.countDocuments({ tenantId })).toBe(sessions);
}

test('50 sign-ups with one e-mail and password create one resident and all succeed', async () => {
  const home = await addHome();
  const email = newEmail();
  const invite = await addInvite(home, { inviteeEmail: email });

  expect(await race(() => signUpBody(invite))).toEqual(onePerson);

  await expectOneResident(home, racers);
  expect(await AccountModel.countDocuments({ emailKey: email })).toBe(1);
});

test('50 sign-ups with one e-mail and different passwords: one succeeds, and no answer reveals an account', async () => {
  const home = await addHome();
  const invite = await addInvite(home, { inviteeEmail: newEmail() });

  const outcome = await race((racer) => signUpBody(invite, { password: `a password of my own ${racer}` }));

  expect(outcome).toEqual(oneWinner);
  await expectOneResident(home);
});

test('50 sign-ups with different e-mails: one succeeds, and the others create no account', async () => {
  const home = await addHome();
  const invite = await addInvite(home);
  const emails = Array.from({ length: racers }, newEmail);

  expect(await race((racer) => signUpBody(invite, { email: emails[racer] }))).toEqual(oneWinner);

  await expectOneResident(home);
  expect(await AccountModel.countDocuments({ emailKey: { $in: emails } })).toBe(1);
});

test('50 sign-ups with an existing account all succeed, and none counts as a guess', async () => {
  const { email } = await addResident(service);
  const home = await addHome();
  const invite = await addInvite(home, { inviteeEmail: email });

  expect(await race(() => signUpBody(invite))).toEqual(onePerson);

  await expectOneResident(home, racers);
});

test('ten invites of a tenant for one new e-mail make one resident of ten units', async () => {
  const { tenantId } = await addHome();
  const email = newEmail();
  const invites = await Promise.all(
    Array.from({ length: 10 }, async () => addInvite(await addHome(tenantId), { inviteeEmail: email })),
  );
  const bodies = invites.map((invite) => signUpBody(invite));

  expect(await race((racer) => bodies[racer], bodies.length)).toEqual({ '201': 10 });

  const [user, ...others] = await UserModel.find({ tenantId, emailKey: email }).lean();
  expect(others).toHaveLength(0);
  expect(user?.residences).toHaveLength(10);
});
