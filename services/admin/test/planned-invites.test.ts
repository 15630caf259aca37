import type { Plan } from '@pas/platform/http/plan.schema';
import type { Problem } from '@pas/platform/http/render-error';
import { newId } from '@pas/shared/ids/id';
import { InviteModel } from '@pas/shared/models/invite';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';
import { addHome, addUser } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, newUnit } = await inviteSupport(admin, caller);

type Answer = {
  plan: z.output<typeof Plan>;
  results: { status: number }[];
} & Problem & { details: { hash: string } };

const countsOf = ({ effects }: Answer['plan']) =>
  Object.fromEntries(effects.map(({ kind, count }) => [kind, count]));

/** Adds a resident who has never signed up, in a unit. */
async function addInvitable(): Promise<{ userId: string; unitId: string }> {
  const { id: userId } = await addUser(admin, caller, { firstName: 'Kim', lastName: 'Lee' });
  const unitId = await newUnit();
  await addHome(admin, caller, { userId, unitId });
  return { userId, unitId };
}

const inviteAll = (userIds: readonly string[], query: string) =>
  admin.call<Answer>('POST', `/api/admin/onboarding/invites/bulk/create?${query}`, {
    as: caller,
    body: { userIds, dispatch: ['EMAIL'] },
  });

test('new invites are planned by their units, and created once, unless a resident has changed', async () => {
  const homes = [await addInvitable(), await addInvitable()];
  const userIds = homes.map(({ userId }) => userId);
  const { plan } = (await inviteAll(userIds, 'dryRun=true')).body;
  expect(countsOf(plan)).toEqual({ invite: 2, email: 2 });
  const [invites] = plan.effects;
  expect(invites?.examples).toEqual(homes.map(({ unitId: id }) => ({ id, label: 'Kim Lee' })));

  const email = `${newId('user')}@plan.test`;
  await admin.call('PATCH', `/api/admin/users/${userIds[0]}`, { as: caller, body: { email } });
  const refused = await inviteAll(userIds, `plan=${plan.hash}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'plan_changed']);
  const { hash } = refused.body.details;
  const answers = await Promise.all(Array.from({ length: 5 }, () => inviteAll(userIds, `plan=${hash}`)));
  const created = answers.flatMap(({ body }) => body.results ?? []).filter(({ status }) => status === 201);
  expect(created).toHaveLength(2);
  const stored = await InviteModel.find({ tenantId, unitId: { $in: homes.map(({ unitId }) => unitId) } });
  expect(stored.flatMap(({ deliveries }) => deliveries)).toHaveLength(2);
});
