import { fenceParent } from '@pas/shared/fences/fence-parent';
import { actorOf } from '@pas/shared/audit/prepare-record';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { pendingAt } from '@pas/shared/invites/transitions';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { insertFirst } from '@pas/platform/mongo/insert-first';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { expireInvite } from '@pas/shared/invites/expire-invite';
import { auditedInvite, type CreateInvite } from './invite.schema.ts';
import { newInvite, type Invitee } from '@pas/shared/invites/new-invite';
import type { Onboarding } from '@pas/shared/invites/onboarding';
import { addDeliveries, publishDispatch, type QueuedDeliveries } from '@pas/shared/invites/queue-deliveries';
import { isArchived, propertyArchived } from '../properties/require-active-property.ts';
import { readInvitee } from './read-invitee.ts';
import { findInvitedUnit, makeInvitedUnit, type PlacedUnit } from './invited-unit.ts';

export interface CreatedInvite {
  invite: InviteRow;
  isNew: boolean;
}

/**
 * Invites a person to a unit, making the unit where it is named by a label that isn't there yet.
 *
 * A person who is already invited to that unit gets no second invite: the pending one is answered unchanged. One unique
 * key per unit and contact decides: the invite is inserted first, and looked for only where that key refuses it.
 *
 * @throws not_found for an unknown unit or property, invalid for a contact that can't be reached, conflict
 *   (`property_archived`) for a new invite to an archived property
 */
export async function createInvite(
  ctx: OperationContext,
  onboarding: Onboarding,
  input: CreateInvite,
): Promise<CreatedInvite> {
  const { settings } = await readTenant(ctx.tenantId);
  const ttlHours = input.expiresInHours ?? settings.inviteTtlHours;
  return insertFirst(ctx.within, ['pendingKey', 'labelKey'], async (mayExist) => {
    const { unit, propertyId } = await findInvitedUnit(ctx, input.place);
    const invitee = await readInvitee(ctx, input, propertyId);
    const isClosed = await isArchived(ctx, propertyId);
    const pending = (mayExist || isClosed) && unit ? await findPending(ctx, unit, invitee) : null;
    if (pending) return { invite: pending, isNew: false };
    if (isClosed) throw propertyArchived();
    const invite = await commit(ctx, async (change) => {
      const invited = unit ?? (await makeInvitedUnit(ctx, change, input.place));
      const row = newInvite(ctx, onboarding.links, {
        unit: invited,
        invitee,
        ttlHours,
        createdBy: actorOf(ctx),
      });
      // An invite to the same person that has run out refuses this one until the sweeper comes by.
      if (mayExist && row.pendingKey !== null)
        await expireInvite(ctx, change, { pendingKey: row.pendingKey });
      const channels = input.dispatch ?? [];
      const queued = addDeliveries(ctx, { invite: row, channels, onboarding });
      await insertRows(InviteModel, [queued.invite], change.session);
      await fenceParent(change.transaction, { kind: 'unit', tenantId: ctx.tenantId, id: row.unitId });
      return recordInvite(change, { queued, isNewUnit: unit === null });
    });
    return { invite, isNew: true };
  });
}

async function findPending(
  ctx: OperationContext,
  unit: PlacedUnit,
  { contactKey }: Invitee,
): Promise<InviteRow | null> {
  if (contactKey === null) return null;
  const filter = { tenantId: ctx.tenantId, pendingKey: `${unit._id}|${contactKey}`, ...pendingAt(ctx.now) };
  return InviteModel.findOne(filter).lean<InviteRow>();
}

interface RecordedInvite {
  queued: QueuedDeliveries;
  isNewUnit: boolean;
}

function recordInvite(change: Change, { queued, isNewUnit }: RecordedInvite): InviteRow {
  const { _id: inviteId, propertyId, unitId, version } = queued.invite;
  change.publish({
    type: 'pas.v1.onboarding.invite.created',
    subject: inviteId,
    data: { aggregateVersion: version, inviteId, propertyId, unitId },
  });
  change.record({
    action: 'invite.created',
    targets: [{ type: 'invite', id: inviteId }, ...(isNewUnit ? [{ type: 'unit', id: unitId }] : [])],
    propertyIds: [propertyId],
    changes: fieldChanges(null, queued.invite, auditedInvite),
  });
  publishDispatch(change, queued);
  return queued.invite;
}
