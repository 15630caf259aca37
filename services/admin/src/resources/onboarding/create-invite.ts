import { fenceParent } from '@pas/shared/fences/fence-parent';
import { actorOf } from '@pas/shared/audit/prepare-record';
import { changesUnder, fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { requireScope } from '@pas/shared/principal/require-scope';
import { insertFirst } from '@pas/platform/mongo/insert-first';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { expireInvite } from '@pas/shared/invites/expire-invite';
import { propertyArchived } from '@pas/shared/fences/property-archived';
import { requireActiveProperty } from '@pas/shared/fences/require-active-property';
import { auditedUnit } from '../units/unit.schema.ts';
import { clearRenewals, findRenewals } from './clear-renewals.ts';
import { dispatchWithin } from './dispatch-invite.ts';
import { findPending } from './find-pending.ts';
import { type CreateInvite } from './invite.schema.ts';
import { newInvite } from '@pas/shared/invites/new-invite';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { addDeliveries, isUnderWay } from '@pas/shared/invites/queue-deliveries';
import { queueMessages } from '@pas/shared/invites/queue-messages';
import { recordInvite } from '@pas/shared/invites/record-invite';
import { contactsOf, requireChannels } from '@pas/shared/invites/require-channels';
import { countMessages } from '@pas/shared/recipients/count-messages';
import { makeInvitedUnit } from './invited-unit.ts';
import { readInvitation, type Invitation } from './read-invitation.ts';
import { refuseResident } from '@pas/shared/residences/refuse-resident';

export interface CreatedInvite {
  invite: InviteRow;
  isNew: boolean;
  /** Whether the unit was created with the invite. */
  hasNewUnit: boolean;
}

/** The additional scope of an invite that creates a unit. */
export const unitScope = 'units:write';

/**
 * Invites a person to a unit, and creates the unit for an unknown label.
 *
 * A person with a pending invite to the unit gets no second one: the pending invite is returned. It is
 * dispatched on request. A unique key per unit and contact decides. The invite is inserted first, and an
 * existing one is read only after a duplicate.
 *
 * @throws invalid for contacts and channels, not_found for an unknown unit or property
 * @throws forbidden (`insufficient_scope`) for a caller that may not create the unit
 * @throws conflict for an archived property (`property_archived`) and a resident of the unit
 * (`already_resident`)
 * @throws rate_limited (`recipient_limit_reached`)
 */
export async function createInvite(
  ctx: OperationContext,
  onboarding: OnboardingSettings,
  input: CreateInvite,
): Promise<CreatedInvite> {
  const { settings } = await readTenant(ctx.tenantId);
  const ttlHours = input.expiresInHours ?? settings.inviteTtlHours;
  return insertFirst(ctx.within, ['pendingKey', 'labelKey', 'dialCode'], async (mayExist) => {
    const invitation = await readInvitation(ctx, onboarding, input);
    const isArchived = invitation.property.status === 'ARCHIVED';
    const pending =
      mayExist || isArchived
        ? await repeatInvite(ctx, onboarding, { invitation, dispatch: input.dispatch })
        : null;
    if (pending) return { invite: pending, isNew: false, hasNewUnit: false };
    if (!invitation.unit) requireScope(ctx.principal, unitScope);
    if (isArchived) throw propertyArchived();
    const { unit, invitee } = invitation;
    const { contactKey } = invitee;
    const renewals = unit ? await findRenewals(ctx.tenantId, [{ unitId: unit._id, contactKey }]) : [];
    const invite = await commit(ctx, async (change) =>
      insertInvite(ctx, change, { links: onboarding.links, input, invitation, ttlHours, mayExist, renewals }),
    );
    return { invite, isNew: true, hasNewUnit: unit === null };
  });
}

interface Creation {
  links: InviteLinks;
  input: CreateInvite;
  invitation: Invitation;
  ttlHours: number;
  /** Whether an invite to the same person may exist: an expired one blocks until its end is stored. */
  mayExist: boolean;
  /** Invites whose request for a new link it answers. */
  renewals: readonly string[];
}

/**
 * Distinguishes a planned invite from others of its unit by its contact. Without one, the number of such invites is the
 * key, so that a plan creates one once.
 */
async function planKeyOf(
  { tenantId, plan }: OperationContext,
  { session }: Change,
  { unitId, contactKey }: InviteRow,
): Promise<string | null> {
  if (contactKey !== null || !plan) return contactKey;
  const filter = { tenantId, unitId, contactKey, status: 'PENDING' as const };
  return String(await InviteModel.countDocuments(filter).session(session));
}

/** Returns the fields that an invite stores as they are sent. */
function ownFields(input: CreateInvite) {
  const { place: _place, expiresInHours: _hours, dispatch: _channels, ...sent } = input;
  const { inviteeEmail: _email, inviteePhone: _phone, inviteeName: _name, ...own } = sent;
  return own;
}

async function insertInvite(
  ctx: OperationContext,
  change: Change,
  { links, input, invitation, ttlHours, mayExist, renewals }: Creation,
): Promise<InviteRow> {
  const { unit, invitee } = invitation;
  const home = unit ?? (await makeInvitedUnit(ctx, change, input.place));
  if (unit) {
    await requireActiveProperty(ctx, unit.propertyId, change.session);
    await refuseResident(ctx, change, { unitId: unit._id, invitee });
  }
  const { dispatch: channels = [] } = input;
  const facts = { ...ownFields(input), ttlHours, createdBy: actorOf(ctx) };
  const row = newInvite(ctx, links, { ...facts, invitee, unit: home });
  const { pendingKey } = row;
  const lapsed = mayExist && pendingKey !== null ? await expireInvite(ctx, change, { pendingKey }) : null;
  const queued = addDeliveries(ctx, { invite: row, channels });
  await insertRows(InviteModel, [queued.invite], change.session);
  await fenceParent(change.transaction, { kind: 'unit', tenantId: ctx.tenantId, id: row.unitId });
  await clearRenewals(ctx, change, renewals);
  await countMessages(ctx, change, queued.added);
  await queueMessages(ctx, change, [queued]);
  const madeUnit = home === unit ? null : home;
  const ended = [...(lapsed ? [lapsed._id] : []), ...renewals];
  recordInvite(change, queued, {
    planKey: await planKeyOf(ctx, change, row),
    others: [
      ...(madeUnit ? [{ type: 'unit', id: madeUnit._id }] : []),
      ...ended.map((id) => ({ type: 'invite', id })),
    ],
    changes: changesUnder('unit', fieldChanges(null, madeUnit, auditedUnit)),
  });
  return queued.invite;
}

/** Returns the person's pending invite, dispatched on request; null without one. */
async function repeatInvite(
  ctx: OperationContext,
  onboarding: OnboardingSettings,
  { invitation: { unit, invitee }, dispatch }: Pick<Creation, 'invitation'> & Pick<CreateInvite, 'dispatch'>,
): Promise<InviteRow | null> {
  if (!unit) return null;
  const known = await findPending(ctx, unit, invitee.contactKey);
  if (!known || !dispatch) return known;
  // A repeat whose messages are queued or sent writes nothing, so it waits for no concurrent change.
  if (dispatch.every((channel) => isUnderWay(known, channel))) return known;
  return commit(ctx, async (change) => {
    const invite = await findPending(ctx, unit, invitee.contactKey, change.session);
    if (!invite) return null;
    await requireChannels(onboarding, { path: 'dispatch', channels: dispatch, contacts: contactsOf(invite) });
    return dispatchWithin(ctx, change, { invite, channels: dispatch });
  });
}
