import { createUser } from '@pas/admin/src/resources/users/create-user.ts';
import { updateUser } from '@pas/admin/src/resources/users/update-user.ts';
import { recordRouteDenial } from '@pas/shared/audit/record-denial';
import { forbidden } from '@pas/shared/errors/raise';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { demoResidentEmail } from './people.ts';
import { atWork, earlier, managerOf, type Scene } from './demo-scene.ts';

/** Enters those who work for a tenant, and shuts out who has left. */
export async function seedStaff(scene: Scene): Promise<void> {
  const { owner, team } = scene.tenant;
  for (const person of [owner, ...team]) {
    const [firstName = '', lastName = ''] = person.name.split(' ');
    const { ctx } = atWork(earlier(scene, 398));
    const { _id: id } = await createUser(ctx, { kind: 'STAFF', email: person.email, firstName, lastName });
    if (!person.hasLeft) continue;
    const left = atWork(earlier(scene, 35));
    await updateUser(left.ctx, { id, ifMatch: null, patch: { status: 'DISABLED' } });
  }
}

const disabledResidents = 2;

/** Shuts out two residents who have signed in. */
export async function disableResidents(scene: Scene): Promise<void> {
  const { tenantId } = scene.ctx;
  const residents = await UserModel.find({ tenantId, kind: 'RESIDENT', status: 'ACTIVE' })
    .sort({ emailKey: -1 })
    .limit(disabledResidents)
    .lean<UserRow[]>();
  for (const [turn, { _id: id, email }] of residents.entries()) {
    if (email === demoResidentEmail) continue;
    const { ctx } = atWork(earlier(scene, 9 - turn * 4), managerOf(scene, turn));
    await updateUser(ctx, { id, ifMatch: null, patch: { status: 'DISABLED' } });
  }
}

/** What somebody with the role SUPPORT has tried. */
const tries = [
  { daysAgo: 47, method: 'post', path: '/api/admin/units' },
  { daysAgo: 16, method: 'patch', path: '/api/admin/users/{id}' },
  { daysAgo: 3, method: 'post', path: '/api/admin/onboarding/invites/{id}/dispatch' },
] as const;

/** Puts on record what was refused. */
export async function seedDenials(scene: Scene): Promise<void> {
  const person = scene.tenant.team.find(({ role }) => role === 'SUPPORT');
  for (const { daysAgo, ...route } of tries) {
    const { ctx } = atWork(earlier(scene, daysAgo), person);
    const message = 'This needs a scope that you do not have.';
    await recordRouteDenial(ctx, route, forbidden('insufficient_scope', message));
  }
}
