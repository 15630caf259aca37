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
import { toLabelKey } from '@pas/shared/models/label-key';
import { anonymous } from '@pas/shared/principal/principal';
import type { DemoBuilding, DemoStaff } from './buildings.ts';
import type { DemoPerson } from './people.ts';
import type { Home, OpenInvite, PlannedBuilding, Resident } from './plan-homes.ts';
import { storeAccount } from './demo-account.ts';
import { at, atWork, earlier, inBatches, managerOf, residentClient, type Scene } from './demo-scene.ts';

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

async function dispatchByMail(scene: Scene, unitId: string, person: DemoPerson): Promise<InviteRow> {
  const { ctx, onboarding } = scene;
  const { _id } = await invite(scene, unitId, person);
  return dispatchInvite(ctx, onboarding, {
    name: { by: 'id', inviteId: _id },
    channels: ['EMAIL'],
  });
}

/** Delivery results of mails, with the error of a failed one. */
const arrived = { status: 'DELIVERED', error: null } as const;
const fates = {
  bounced: { status: 'BOUNCED', error: 'mailbox_unavailable' },
  refused: { status: 'FAILED', error: 'refused_by_mail_server' },
} as const;

/**
 * Invites by e-mail in the past. No mail is sent, because old invites must not fill today's mailbox. The delivery gets
 * the result that a receipt would have recorded.
 */
async function inviteByMail(
  scene: Scene,
  { unitId, person, fate }: { unitId: string; person: DemoPerson; fate?: keyof typeof fates },
): Promise<InviteRow> {
  const { ctx } = scene;
  const invited = await dispatchByMail(scene, unitId, person);
  const outcome = fate ? fates[fate] : arrived;
  const deliveries = invited.deliveries.map((delivery) => ({ ...delivery, ...outcome }));
  const filter = { _id: invited._id, tenantId: ctx.tenantId };
  const sent = { $set: { deliveries, lastSentAt: ctx.now, sendCount: 1 } };
  await commit(ctx, async ({ session }) => void (await InviteModel.updateOne(filter, sent, { session })));
  return invited;
}

/** Opens the page of an invite and accepts it there. */
async function acceptInvite({ ctx }: Scene, invited: InviteRow, person: DemoPerson): Promise<void> {
  const atResident = { ...ctx, service: 'resident', client: residentClient };
  await commit(atResident, async (change) => {
    const filter = { _id: invited._id, tenantId: ctx.tenantId };
    const { session } = change;
    await InviteModel.updateOne(filter, { $set: { previewedAt: ctx.now } }, { session });
    const accountId = await storeAccount(ctx, change, person.email);
    const claim = { invite: invited, accountId, person: { ...person, locale }, isEmailProven: true };
    await claimInvite(atResident, change, claim);
  });
}

/** Records a sign-in directly, because the route would need a token of the identity provider. */
async function signIn({ ctx }: Scene, userId: string, email: string): Promise<void> {
  await commit(ctx, async (change) => {
    const accountId = await storeAccount(ctx, change, email);
    const filter = { _id: userId, tenantId: ctx.tenantId };
    await UserModel.updateOne(filter, { $set: { accountId, status: 'ACTIVE' } }, { session: change.session });
  });
}

/** A unit and the manager responsible for it. */
interface Place {
  unitId: string;
  manager: DemoStaff;
}

/** Returns a context of the sweeper, which stores due changes. */
function asSweeper({ ctx }: Scene): Scene['ctx'] {
  return { ...ctx, principal: { ...anonymous, name: 'Sweeper', tenantId: ctx.tenantId } };
}

async function moveIn(scene: Scene, { unitId, manager }: Place, resident: Resident): Promise<void> {
  const { person, role, daysAgo, invitedHoursBefore, cameBy, hasSignedIn } = resident;
  const then = earlier(scene, daysAgo);
  const invited =
    invitedHoursBefore === null
      ? null
      : await inviteByMail(atWork(earlier(then, invitedHoursBefore / 24), manager), { unitId, person });
  if (invited && cameBy === 'invite') return acceptInvite(then, invited, person);
  // The time must not precede the invite that this ends.
  const { ctx } = invited ? then : atWork(then, manager);
  const user = await createUser(ctx, { kind: 'RESIDENT', ...person, locale });
  if (hasSignedIn) await signIn(then, user._id, person.email);
  await addResidence(ctx, user._id, { unitId, role });
}

/** Invites a person to an empty unit, and applies the planned state. */
async function inviteOnly(
  scene: Scene,
  { unitId, manager }: Place,
  { person, daysAgo, story }: OpenInvite,
): Promise<void> {
  const then = atWork(earlier(scene, daysAgo), manager);
  if (story === 'unsent') return void (await invite(then, unitId, person));
  // The worker sends this mail like any other, so it arrives in the mailbox.
  if (story === 'sent') return void (await dispatchByMail(then, unitId, person));
  const fate = story === 'bounced' || story === 'refused' ? story : undefined;
  const { _id, expiresAt } = await inviteByMail(then, { unitId, person, ...(fate && { fate }) });
  if (story === 'lapsed') await expireInvites.apply(asSweeper(at(scene, expiresAt)), _id);
  if (story === 'revoked') {
    const { ctx } = earlier(then, -1);
    await commit(ctx, async (change) => void (await revokeInvitesOfUnit(ctx, change, unitId)));
  }
}

async function fillHome(
  scene: Scene,
  unit: UnitRow,
  { label, residents, invite: open }: Home,
): Promise<void> {
  const home = {
    unitId: unit._id,
    manager: managerOf(scene, label.length + label.charCodeAt(label.length - 1)),
  };
  for (const resident of residents) await moveIn(scene, home, resident);
  if (open) await inviteOnly(scene, home, open);
}

/** Returns the external id of a building: `MC-02118` for `Maple Court` in 02118. */
function codeOf({ name, postalCode }: DemoBuilding): string {
  const initials = name.split(' ').map((word) => word.charAt(0));
  return `${initials.join('')}-${postalCode}`;
}

/** Creates a building with units, moves residents in, and invites people to empty units. */
export async function seedBuilding(scene: Scene, { building, homes }: PlannedBuilding): Promise<PropertyRow> {
  const { name, line1, city, region, postalCode } = building;
  const made = atWork(earlier(scene, 400));
  const code = codeOf(building);
  const property = await createProperty(made.ctx, {
    name,
    externalId: code,
    address: { line1, line2: null, city, region, postalCode, country: 'US' },
    locale: 'en',
    openDigit: '9',
    status: 'ACTIVE',
  });
  const { _id: propertyId, tenantId } = property;
  await inBatches(made, homes, async ({ ctx }, { label, floor }) => {
    await ensureUnit(ctx, { propertyId, label, floor, externalId: `${code}-${toLabelKey(label)}` });
  });
  const units = await UnitModel.find({ tenantId, propertyId }).lean<UnitRow[]>();
  const unitOf = new Map(units.map((unit) => [unit.label, unit]));
  await inBatches(scene, homes, async (then, home) => {
    await fillHome(then, unitOf.get(home.label) as UnitRow, home);
  });
  return property;
}
