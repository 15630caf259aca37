import { changesUnder, fieldChanges, type FieldChange } from '../audit/field-changes.ts';
import { emailKey } from '../contacts/email.ts';
import { tenantNow } from '../context/tenant-now.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { Change } from '../change/commit.ts';
import { inviteTransitions } from '../invites/transitions.ts';
import { acceptInvite } from '../invites/accept-invite.ts';
import { requireHost } from '../invites/require-host.ts';
import type { InviteRow } from '../models/invite.ts';
import type { UnitRow } from '../models/unit.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import { newUser } from '../models/new-user.ts';
import { auditedResidence } from '../residences/audited-residence.ts';
import { wasCancelled } from '../residences/residence-times.ts';
import { startResidence } from '../residences/start-residence.ts';
import { auditedResident } from './resident.schema.ts';
import { residentActor } from './resident-actor.ts';
import { findClaimant, requireClaimable } from './find-claimant.ts';
import { holdAccount } from './hold-account.ts';

/** The person who claims an invite, by their own statement. */
export interface Person {
  email: string;
  /** E.164. */
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  locale: string | null;
}

export interface ClaimInvite {
  invite: InviteRow;
  accountId: string;
  /** Whether the same change makes the account. */
  isNewAccount?: boolean;
  person: Person;
  /** Whether the person has proven to own the e-mail, as far as the invite's tenant is concerned. */
  isEmailProven: boolean;
}

/** The invite, the user and the unit as they are now. */
export interface ClaimedInvite {
  invite: InviteRow;
  user: UserRow;
  unit: UnitRow;
}

/**
 * Returns the phone that only the person has entered. It is null for a phone from the invite or from the earlier
 * user.
 */
function claimedPhoneOf(found: UserRow | null, { invite, person: { phone } }: ClaimInvite): string | null {
  const known = found?.claimedPhone ?? null;
  if (phone === null) return known;
  if (invite.createdBy.type !== 'RESIDENT' && phone === invite.inviteePhone) return null;
  return phone === found?.phone ? known : phone;
}

/**
 * Returns the fields that the person's statement changes. Names and phone replace those of the property manager. The
 * user's e-mail stays; a user without one gets the person's.
 */
function claimedBy(user: UserRow, claim: ClaimInvite): Partial<UserRow> {
  const { accountId, person } = claim;
  const phone = person.phone ?? user.phone;
  const firstName = person.firstName ?? user.firstName;
  const lastName = person.lastName ?? user.lastName;
  const email = user.email ?? person.email;
  const key = user.emailKey ?? emailKey(email);
  const contacts = { email, emailKey: key, phone, claimedPhone: claimedPhoneOf(user, claim) };
  return { accountId, status: 'ACTIVE', ...contacts, firstName, lastName };
}

/** Writes the person's statement to their existing user of the tenant. */
async function saveFound(ctx: OperationContext, { session }: Change, user: UserRow): Promise<void> {
  const { accountId, status, email, emailKey: key, phone, claimedPhone, firstName, lastName, version } = user;
  const contacts = { email, emailKey: key, phone, claimedPhone };
  const fields = {
    accountId,
    status,
    ...contacts,
    firstName,
    lastName,
    version,
  };
  const saved = { ...fields, updatedAt: ctx.now };
  await UserModel.updateOne({ _id: user._id, tenantId: ctx.tenantId }, { $set: saved }, { session });
}

/** Returns the start of the residence: now, or a later move-in to the unit that the property manager has set. */
function startOf(found: UserRow | null, unitId: string, now: Date): Date {
  const planned = found?.residences.find(
    (residence) => residence.unitId === unitId && residence.startsAt > now && !wasCancelled(residence),
  );
  return planned?.startsAt ?? now;
}

const auditedClaim = { fields: ['status', 'acceptedUserId'] } as const;

/** Lists the changed fields of invite and user, each under the name of its entity. */
function changesOf(before: ClaimState, after: ClaimState): FieldChange[] {
  return [
    ...changesUnder('invite', fieldChanges(before.invite, after.invite, auditedClaim)),
    ...changesUnder('user', fieldChanges(before.user, after.user, auditedResident)),
  ];
}

interface ClaimState {
  invite: InviteRow;
  user: UserRow | null;
}

/**
 * Makes a person a resident of the invited unit. One change accepts the invite, writes the user and the residence,
 * and records the audit. The invite is written first, so that the loser of a race gets the error of the used invite.
 *
 * @throws gone when the invite can no longer be accepted or its host has left, not_found when the unit is deleted
 * @throws conflict when another user of the tenant has the e-mail, forbidden when the user is disabled
 */
export async function claimInvite(
  ctx: OperationContext,
  change: Change,
  claim: ClaimInvite,
): Promise<ClaimedInvite> {
  const found = await findClaimant(ctx, claim, change.session);
  const { person, accountId } = claim;
  const claimedPhone = claimedPhoneOf(found, claim);
  const base = found ?? newUser(ctx, { ...person, claimedPhone, accountId, status: 'ACTIVE' });
  const accepted = await acceptInvite(ctx, change, { invite: claim.invite, userId: base._id });
  await requireHost(accepted, ctx.now, change.session);
  requireClaimable(found, claim);
  if (!claim.isNewAccount) await holdAccount(accountId, ctx.now, change.session);
  const user = found ? { ...found, ...claimedBy(found, claim), version: found.version + 1 } : base;
  if (found) await saveFound(ctx, change, user);
  const { _id: inviteId, unitId, propertyId } = accepted;
  const {
    user: resident,
    unit,
    residence,
    superseded,
  } = await startResidence(ctx, change, {
    user,
    unitId,
    role: accepted.role,
    startsAt: startOf(found, unitId, tenantNow(ctx)),
    endsAt: null,
    inviteId,
    freedKey: claim.invite.pendingKey === null ? null : accepted.contactKey,
    userRow: found ? 'updated' : 'new',
  });
  change.record({
    action: inviteTransitions.accept.action,
    actor: residentActor(user._id),
    targets: [
      { type: 'invite', id: inviteId },
      { type: 'user', id: user._id },
      { type: 'unit', id: unitId },
      ...superseded.map((other) => ({ type: 'invite', id: other._id })),
    ],
    propertyIds: [propertyId],
    changes: [
      ...changesOf({ invite: claim.invite, user: found }, { invite: accepted, user: resident }),
      ...changesUnder('residence', fieldChanges(null, residence, auditedResidence)),
    ],
  });
  return { invite: accepted, user: resident, unit };
}
