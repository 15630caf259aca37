import { insertRows } from '@pas/platform/mongo/insert-rows';
import { insertFirst } from '@pas/platform/mongo/insert-first';
import { notFound } from '@pas/platform/errors/raise';
import { actorOf } from '@pas/shared/audit/prepare-record';
import { commit, type Change } from '@pas/shared/change/commit';
import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict, forbidden } from '@pas/shared/errors/raise';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import { requireActiveProperty } from '@pas/shared/fences/require-active-property';
import { expireInvite } from '@pas/shared/invites/expire-invite';
import { newInvite, type Invitee } from '@pas/shared/invites/new-invite';
import { addDeliveries } from '@pas/shared/invites/queue-deliveries';
import { queueMessages } from '@pas/shared/invites/queue-messages';
import { recordInvite } from '@pas/shared/invites/record-invite';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { countMessages } from '@pas/shared/recipients/count-messages';
import { refuseResident } from '@pas/shared/residences/refuse-resident';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { requireActiveTenant } from '@pas/shared/tenants/require-active-tenant';
import { findOccupants } from './list-occupants.ts';
import type { InviteOccupant } from './occupant.schema.ts';
import { loadOwnHousehold } from './own-household.ts';
import { readPhone } from './read-phone.ts';

/** Maximum number of occupants of a unit, current and invited. */
const maxOccupants = 10;

/** The new invite of an occupant, or the pending one. */
export interface InvitedOccupant {
  invite: InviteRow;
  /** The person as sent. */
  invitee: Invitee;
  isNew: boolean;
}

interface Household {
  unitId: string;
  propertyId: string;
  invitee: Invitee;
  ttlHours: number;
}

async function readInvitee(input: InviteOccupant, { address }: PropertyRow): Promise<Invitee> {
  const [email, name] = [input.email ?? null, input.name ?? null];
  const { phone: sent = null } = input;
  const phone = sent === null ? null : await readPhone(sent, address.country);
  return { email, phone, name, contactKey: email === null ? phone : emailKey(email) };
}

/**
 * Reads the data of an invite, and checks that the resident may invite.
 *
 * @throws not_found, forbidden (`primary_required`, `occupants_not_allowed`, `tenant_suspended`), invalid for the phone
 */
async function readHousehold(
  ctx: OperationContext,
  unitId: string,
  input: InviteOccupant,
): Promise<Household> {
  const { tenantId } = ctx;
  const { residence } = await loadOwnHousehold(ctx, unitId);
  const { propertyId } = residence;
  const property = await PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>();
  if (!property) throw notFound();
  const invitee = await readInvitee(input, property);
  await requireActiveTenant(tenantId);
  const { settings } = await readTenant(tenantId);
  if (!settings.residentsMayInvite)
    throw forbidden('occupants_not_allowed', 'Your property manager invites occupants. Ask them.');
  return { unitId, propertyId, invitee, ttlHours: settings.inviteTtlHours };
}

/** @throws conflict (`occupants_limit`) */
async function refuseFullUnit(ctx: OperationContext, { session }: Change, unitId: string): Promise<void> {
  const { residents, invites } = await findOccupants(ctx, unitId, session);
  if (residents.length + invites.length < maxOccupants) return;
  const message = `The unit has ${maxOccupants} occupants and open invites. Remove one first.`;
  throw conflict('occupants_limit', message);
}

async function insertInvite(
  ctx: OperationContext,
  change: Change,
  { unitId, propertyId, invitee, ttlHours }: Household,
): Promise<InvitedOccupant> {
  // Must come first: invites to the unit and move-ins serialize here, so that each sees the others.
  await fenceParent(change.transaction, { kind: 'unit', tenantId: ctx.tenantId, id: unitId });
  await loadOwnHousehold(ctx, unitId, change.session);
  await requireActiveProperty(ctx, propertyId, change.session);
  await refuseResident(ctx, change, { unitId, invitee });
  const row = newInvite(ctx, null, {
    unit: { _id: unitId, propertyId },
    invitee,
    ttlHours,
    role: 'OCCUPANT',
    createdBy: actorOf(ctx),
  });
  const { pendingKey } = row;
  const lapsed = pendingKey === null ? null : await expireInvite(ctx, change, { pendingKey });
  const filter = { tenantId: ctx.tenantId, pendingKey };
  const pending = await InviteModel.findOne(filter).session(change.session).lean<InviteRow>();
  if (pending) return { invite: pending, invitee, isNew: false };
  await refuseFullUnit(ctx, change, unitId);
  const channels = (['EMAIL', 'SMS'] as const).filter(
    (channel) => (channel === 'EMAIL' ? invitee.email : invitee.phone) !== null,
  );
  const queued = addDeliveries(ctx, { invite: row, channels });
  await insertRows(InviteModel, [queued.invite], change.session);
  await countMessages(ctx, change, queued.added);
  await queueMessages(ctx, change, [queued]);
  recordInvite(change, queued, { others: lapsed ? [{ type: 'invite', id: lapsed._id }] : [] });
  return { invite: queued.invite, invitee, isNew: true };
}

/**
 * Invites a person to live in the signed-in resident's unit, and queues the message. Only the sending worker can derive
 * the link. An already invited person gets no second invite.
 *
 * @throws as `readHousehold`; conflict for a resident of the unit (`already_resident`), a full unit
 *   (`occupants_limit`) or an archived property (`property_archived`); rate_limited (`recipient_limit_reached`)
 */
export async function inviteOccupant(
  ctx: OperationContext,
  unitId: string,
  input: InviteOccupant,
): Promise<InvitedOccupant> {
  const household = await readHousehold(ctx, unitId, input);
  return insertFirst(ctx.within, ['pendingKey'], () =>
    commit(ctx, async (change) => insertInvite(ctx, change, household)),
  );
}
