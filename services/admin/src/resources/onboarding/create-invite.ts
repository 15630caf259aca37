import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/events/commit';
import { pendingAt } from '@pas/shared/invites/invite-state';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import type { UnitRow } from '@pas/shared/models/unit';
import { retryOnDuplicate } from '@pas/shared/mongo/duplicate-key';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { touchUnit } from '../units/touch-unit.ts';
import { expireLapsedInvite } from './expire-lapsed-invite.ts';
import { auditedInvite, type CreateInvite } from './invite.schema.ts';
import { newInvite, type Invitee } from './new-invite.ts';
import type { Onboarding } from './onboarding.ts';
import { publishDispatch, queueDeliveries } from './queue-deliveries.ts';
import { readInvitee } from './read-invitee.ts';
import { findInvitedUnit, makeInvitedUnit } from './invited-unit.ts';

export interface CreatedInvite {
  invite: InviteRow;
  isNew: boolean;
}

/**
 * Invites a person to a unit, making the unit where it is named by a label that isn't there yet.
 *
 * A person who is already invited to that unit gets no second invite: the pending one is answered unchanged. One unique
 * key per unit and contact decides among racing callers, so whoever loses finds the winner's invite.
 *
 * @throws not_found for an unknown unit or property, invalid for a contact that can't be reached
 */
export async function createInvite(
  ctx: OperationContext,
  onboarding: Onboarding,
  input: CreateInvite,
): Promise<CreatedInvite> {
  const { settings } = await readTenant(ctx.tenantId);
  const ttlHours = input.expiresInHours ?? settings.inviteTtlHours;
  return retryOnDuplicate(['pendingKey', 'labelKey'], async () => {
    const { unit, property } = await findInvitedUnit(ctx, input);
    const invitee = readInvitee(input, property.address.country);
    const pending = unit && (await findPending(ctx, unit, invitee));
    if (pending) return { invite: pending, isNew: false };
    const invite = await commit(ctx, async (change) => {
      const invited = unit ?? (await makeInvitedUnit(ctx, change, input));
      const row = newInvite(ctx, onboarding.links, { unit: invited, invitee, ttlHours });
      await insertInvite(ctx, change, row);
      return recordInvite(ctx, change, { row, onboarding, isNewUnit: unit === null, input });
    });
    return { invite, isNew: true };
  });
}

async function findPending(
  ctx: OperationContext,
  unit: UnitRow,
  { contactKey }: Invitee,
): Promise<InviteRow | null> {
  if (contactKey === null) return null;
  const filter = { tenantId: ctx.tenantId, pendingKey: `${unit._id}|${contactKey}`, ...pendingAt(ctx.now) };
  return InviteModel.findOne(filter).lean<InviteRow>();
}

async function insertInvite(ctx: OperationContext, change: Change, row: InviteRow): Promise<void> {
  // An earlier invite to the same person that has run out would block this one until the sweeper comes by.
  if (row.pendingKey !== null) await expireLapsedInvite(ctx, change, { pendingKey: row.pendingKey });
  await InviteModel.insertMany([row], { session: change.session });
  await touchUnit(ctx, change, row.unitId);
}

interface RecordedInvite {
  row: InviteRow;
  onboarding: Onboarding;
  isNewUnit: boolean;
  input: CreateInvite;
}

async function recordInvite(
  ctx: OperationContext,
  change: Change,
  { row, onboarding, isNewUnit, input }: RecordedInvite,
): Promise<InviteRow> {
  const { _id: inviteId, propertyId, unitId, version } = row;
  change.publish({
    type: 'pas.v1.onboarding.invite.created',
    subject: inviteId,
    data: { aggregateVersion: version, inviteId, propertyId, unitId },
  });
  change.record({
    action: 'invite.created',
    targets: [{ type: 'invite', id: inviteId }, ...(isNewUnit ? [{ type: 'unit', id: unitId }] : [])],
    propertyIds: [propertyId],
    changes: fieldChanges(null, row, auditedInvite),
  });
  if (input.dispatch === undefined) return row;
  const queued = await queueDeliveries(ctx, change, { invite: row, channels: input.dispatch, onboarding });
  publishDispatch(change, queued);
  return queued.invite;
}
