import { createInvite } from '@pas/admin/src/resources/onboarding/create-invite.ts';
import { dispatchInvite } from '@pas/admin/src/resources/onboarding/dispatch-invite.ts';
import { revokeInvitesOfUnit } from '@pas/shared/invites/end-invites';
import { createProperty } from '@pas/admin/src/resources/properties/create-property.ts';
import { ensureUnit } from '@pas/admin/src/resources/units/ensure-unit.ts';
import { addResidence } from '@pas/admin/src/resources/users/add-residence.ts';
import { createUser } from '@pas/admin/src/resources/users/create-user.ts';
import { expireInvites } from '@pas/admin/src/sweeps/expire-invites.ts';
import { claimInvite } from '@pas/shared/accounts/claim-invite';
import { commit } from '@pas/shared/change/commit';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import type { PropertyRow } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import type { DemoPerson } from './people.ts';
import type { Home, OpenInvite, PlannedBuilding, Resident } from './plan-homes.ts';
import { storeAccount } from './demo-account.ts';
import { earlier, inBatches, type Scene } from './demo-scene.ts';

const locale = 'en-US';

async function invite({ ctx, onboarding }: Scene, unitId: string, person: DemoPerson): Promise<InviteRow> {
  const { email: inviteeEmail, phone: inviteePhone, firstName, lastName } = person;
  const inviteeName = `${firstName} ${lastName}`;
  const created = await createInvite(ctx, onboarding, {
    place: { by: 'unit', unitId },
    inviteeEmail,
    inviteePhone,
    inviteeName,
  });
  return created.invite;
}

/** Invites by e-mail. The delivery is marked as sent without a mail: the demo's past must not fill today's mailbox. */
async function inviteByMail(scene: Scene, unitId: string, person: DemoPerson): Promise<InviteRow> {
  const { ctx, onboarding } = scene;
  const { _id } = await invite(scene, unitId, person);
  const invited = await dispatchInvite(ctx, onboarding, {
    name: { by: 'id', inviteId: _id },
    channels: ['EMAIL'],
  });
  const deliveries = invited.deliveries.map((delivery) => ({ ...delivery, status: 'SENT' as const }));
  const filter = { _id, tenantId: ctx.tenantId };
  const sent = { $set: { deliveries, lastSentAt: ctx.now, sendCount: 1 } };
  await commit(ctx, async ({ session }) => void (await InviteModel.updateOne(filter, sent, { session })));
  return invited;
}

async function acceptInvite({ ctx }: Scene, invited: InviteRow, person: DemoPerson): Promise<void> {
  const atResident = { ...ctx, service: 'resident' };
  await commit(atResident, async (change) => {
    const accountId = await storeAccount(ctx, change, person.email);
    const claim = { invite: invited, accountId, person: { ...person, locale }, isEmailProven: true };
    await claimInvite(atResident, change, claim);
  });
}

/** No route lets a person whom a manager has entered sign in without a token of the identity provider. */
async function signIn({ ctx }: Scene, userId: string, email: string): Promise<void> {
  await commit(ctx, async (change) => {
    const accountId = await storeAccount(ctx, change, email);
    const filter = { _id: userId, tenantId: ctx.tenantId };
    await UserModel.updateOne(filter, { $set: { accountId, status: 'ACTIVE' } }, { session: change.session });
  });
}

async function moveIn(scene: Scene, unitId: string, resident: Resident): Promise<void> {
  const { person, role, daysAgo, invitedHoursBefore, cameBy, hasSignedIn } = resident;
  const then = earlier(scene, daysAgo);
  const invited =
    invitedHoursBefore === null
      ? null
      : await inviteByMail(earlier(then, invitedHoursBefore / 24), unitId, person);
  if (invited && cameBy === 'invite') return acceptInvite(then, invited, person);
  const user = await createUser(then.ctx, { kind: 'RESIDENT', ...person, locale });
  await addResidence(then.ctx, user._id, { unitId, role });
  if (hasSignedIn) await signIn(then, user._id, person.email);
}

/** Invites somebody to an empty unit, and has happen what became of it. */
async function inviteOnly(
  scene: Scene,
  unitId: string,
  { person, daysAgo, story }: OpenInvite,
): Promise<void> {
  const then = earlier(scene, daysAgo);
  if (story === 'unsent') return void (await invite(then, unitId, person));
  const { _id, expiresAt } = await inviteByMail(then, unitId, person);
  if (story === 'lapsed') await expireInvites.settle({ ...scene.ctx, now: expiresAt }, _id);
  if (story === 'revoked') {
    const { ctx } = earlier(then, -1);
    await commit(ctx, async (change) => void (await revokeInvitesOfUnit(ctx, change, unitId)));
  }
}

async function fillHome(scene: Scene, unit: UnitRow, { residents, invite: open }: Home): Promise<void> {
  for (const resident of residents) await moveIn(scene, unit._id, resident);
  if (open) await inviteOnly(scene, unit._id, open);
}

/** Makes a building with its units, lets people move in, and invites others to what is empty. */
export async function seedBuilding(scene: Scene, { building, homes }: PlannedBuilding): Promise<PropertyRow> {
  const { name, line1, city, region, postalCode } = building;
  const made = earlier(scene, 400);
  const property = await createProperty(made.ctx, {
    name,
    address: { line1, line2: null, city, region, postalCode, country: 'US' },
    locale: 'en',
    openDigit: '9',
    status: 'ACTIVE',
  });
  const { _id: propertyId, tenantId } = property;
  await inBatches(made, homes, async ({ ctx }, { label, floor }) => {
    await ensureUnit(ctx, { propertyId, label, floor });
  });
  const units = await UnitModel.find({ tenantId, propertyId }).lean<UnitRow[]>();
  const unitOf = new Map(units.map((unit) => [unit.label, unit]));
  await inBatches(scene, homes, async (then, home) => {
    await fillHome(then, unitOf.get(home.label) as UnitRow, home);
  });
  return property;
}
