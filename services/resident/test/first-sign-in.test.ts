import { newId } from '@pas/shared/ids/id';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel, type Residence } from '@pas/shared/models/user';
import { afterAll, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addUser,
  newEmail,
  signUpBody,
  startResident,
  type Home,
  type SignInResult,
} from './resident-harness.ts';
import { startIdentityProvider } from './sandbox-process.ts';

const identity = await startIdentityProvider();
afterAll(() => identity.stop());
const service = await startResident({ identity: identity.settings });

async function exchange(email: string) {
  const headers = { authorization: `Bearer ${await identity.tokenFor({ email })}` };
  return service.call<SignInResult>('POST', '/api/v1/auth/clerk-session', { headers });
}

const homeOf = ({ unitId, propertyId }: Home): Residence => ({
  id: newId('residence'),
  unitId,
  propertyId,
  role: 'PRIMARY',
  startsAt: new Date(Date.now() - 1000),
  endsAt: null,
  canceledAt: null,
  inviteId: null,
  dueAt: null,
});

test('the first sign-in ends the resident’s open invites to the own home, and nobody else moves in by them', async () => {
  const home = await addHome();
  const elsewhere = await addHome(home.tenantId);
  const email = newEmail();
  await addUser(home.tenantId, { emailKey: email, residences: [homeOf(home)] });
  const own = await addInvite(home, { inviteeEmail: email });
  const other = await addInvite(elsewhere, { inviteeEmail: email });
  const neighbours = await addInvite(home, { inviteeEmail: newEmail() });

  expect((await exchange(email)).status).toBe(200);

  const states = await Promise.all(
    [own, other, neighbours].map(async ({ _id, tenantId }) => {
      const row = await InviteModel.findOne({ _id, tenantId }).lean();
      return row?.expiredReason ?? row?.status;
    }),
  );
  expect(states).toEqual(['SUPERSEDED', 'PENDING', 'PENDING']);
  const stranger = signUpBody(own, { email: newEmail() });
  const late = await service.call<{ code?: string }>('POST', '/api/v1/auth/signup', { body: stranger });
  expect([late.status, late.body.code]).toEqual([410, 'invite_superseded']);
  expect(await UserModel.countDocuments({ tenantId: home.tenantId })).toBe(1);
});
