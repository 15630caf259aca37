import { OutboxModel } from '@pas/platform/events/outbox';
import { UserModel } from '@pas/shared/models/user';
import { expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  newEmail,
  signUpBody,
  startResident,
  type SignInResult,
  type TestInvite,
} from './resident-harness.ts';
import { sendWithoutReading } from './send-unheard.ts';

const service = await startResident();
const rounds = Array.from({ length: 20 }, (_none, round) => round + 1);

/** Expects one residence of the invite, one event and one audit record. */
async function expectOneEffect({ _id: inviteId, tenantId, unitId }: TestInvite): Promise<void> {
  const residents = await UserModel.find({ tenantId, 'residences.unitId': unitId }).lean();
  expect(residents.flatMap(({ residences }) => residences)).toMatchObject([{ inviteId, unitId }]);
  const rows = await OutboxModel.find({ tenantId, 'envelope.subject': inviteId }).lean();
  expect(rows.map(({ subject }) => subject).toSorted()).toEqual([
    'pas.v1.audit.record.submitted',
    'pas.v1.onboarding.invite.accepted',
  ]);
}

test.each(rounds)('a sign-up with a lost answer can be repeated, round %i', async () => {
  const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
  const body = signUpBody(invite);
  const path = '/api/v1/auth/signup';
  await sendWithoutReading(service, invite, { path, body: JSON.stringify(body) });

  const again = await service.call<SignInResult>('POST', path, { body });

  expect(again.status).toBe(200);
  expect(again.body.resident.residences).toMatchObject([{ unitId: invite.unitId }]);
  await expectOneEffect(invite);
});

test('an acceptance with a lost answer can be repeated, in each of twenty rounds', async () => {
  const me = await addResident(service);
  for (const _round of rounds) {
    const invite = await addInvite(await addHome(), { inviteeEmail: me.email });
    const path = `/api/v1/invites/${invite.token}/accept`;
    await sendWithoutReading(service, invite, { path, as: me.as });

    const [second, third] = [
      await service.call<SignInResult>('POST', path, { as: me.as }),
      await service.call<SignInResult>('POST', path, { as: me.as }),
    ];

    expect([second.status, third.status]).toEqual([200, 200]);
    expect(third.body).toEqual(second.body);
    expect(second.body.memberships.map(({ tenantId }) => tenantId)).toContain(invite.tenantId);
    await expectOneEffect(invite);
  }
});
