import type { OperationContext } from '@pas/shared/context/operation-context';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { revokeInvitesOfUnit } from '@pas/shared/invites/end-invites';
import { refuseChildren, type Children } from '../refuse-children.ts';
import { saveChanges } from '@pas/shared/change/save-changes';
import { heldResidence } from '@pas/shared/residences/held-residence';
import { loadUnit } from './load-unit.ts';
import { auditedUnit } from './unit.schema.ts';

interface Deletion {
  id: string;
  ifMatch: readonly number[] | null;
}

/** Counts the current and future residents of a unit. */
async function countResidents(ctx: OperationContext, { session }: Change, unit: UnitRow): Promise<number> {
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    residences: heldResidence({ unitId: unit._id }, ctx),
  };
  return UserModel.countDocuments(filter).session(session);
}

/** Counts the children of a unit sequentially, as transactions require. */
async function countChildren(ctx: OperationContext, change: Change, unit: UnitRow): Promise<Children> {
  const { session } = change;
  const ofUnit = { tenantId: ctx.tenantId, unitId: unit._id };
  const residents = await countResidents(ctx, change, unit);
  const accessPoints = await AccessPointModel.countDocuments({ ...ofUnit, isLive: true }).session(session);
  // Only an assigned number has a unit.
  const virtualNumbers = await VirtualNumberModel.countDocuments(ofUnit).session(session);
  return { residents, accessPoints, virtualNumbers };
}

/**
 * Deletes a unit without current and future residences; its pending invites end too.
 *
 * @throws not_found, precondition_failed, conflict (`has_children`) while somebody lives there, or it has a door or
 *   an assigned number
 */
export async function deleteUnit(ctx: OperationContext, { id, ifMatch }: Deletion): Promise<void> {
  await commit(ctx, async (change) => {
    const row = await loadUnit(ctx, id, change.session);
    requireVersion(row, ifMatch);
    refuseChildren('unit', await countChildren(ctx, change, row));
    const invites = await revokeInvitesOfUnit(ctx, change, id);
    await saveChanges(ctx, change, { model: UnitModel, row, fields: { isLive: false, deletedAt: ctx.now } });
    const revoked = invites.map((invite) => ({ type: 'invite', id: invite._id }));
    const targets = [{ type: 'unit', id }, ...revoked];
    const changes = fieldChanges(row, null, auditedUnit);
    change.record({ action: 'unit.deleted', targets, changes, propertyIds: [row.propertyId] });
  });
}
