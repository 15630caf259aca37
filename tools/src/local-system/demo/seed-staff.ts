import { createUser } from '@pas/admin/src/resources/users/create-user.ts';
import { updateUser } from '@pas/admin/src/resources/users/update-user.ts';
import { insufficientScope } from '@pas/platform/errors/raise';
import { OutboxModel } from '@pas/platform/events/outbox';
import { recordDenial } from '@pas/shared/audit/record-denial';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { demoResidentEmail } from './people.ts';
import { atWork, earlier, managerOf, type Scene } from './demo-scene.ts';

/** Adds a tenant's staff, and disables former employees. */
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

/** Disables two residents who signed in. */
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

/** Actions that a person with the role SUPPORT tried. */
const tries = [
  { daysAgo: 47, method: 'POST', route: '/api/admin/units', scope: 'units:write' },
  { daysAgo: 16, method: 'PATCH', route: '/api/admin/users/{id}', scope: 'users:write' },
  { daysAgo: 3, method: 'DELETE', route: '/api/admin/users/{id}', scope: 'users:write' },
] as const;

/** Records refused actions in the audit. */
export async function seedDenials(scene: Scene): Promise<void> {
  const { tenantId } = scene.ctx;
  const person = scene.tenant.team.find(({ role }) => role === 'SUPPORT');
  const resident = await UserModel.findOne({ tenantId, kind: 'RESIDENT' }).sort({ _id: 1 }).lean<UserRow>();
  for (const { daysAgo, method, route, scope } of tries) {
    const { ctx } = atWork(earlier(scene, daysAgo), person);
    const path = route.replace('{id}', resident?._id ?? '');
    await recordDenial(OutboxModel, ctx, { method, path, route, fault: insufficientScope(scope) });
  }
}
