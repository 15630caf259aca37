import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/events/commit';
import { requireVersion } from '@pas/shared/http/parse-input';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { revokeInvitesOfUnit } from '../onboarding/revoke-invites-of-unit.ts';
import { refuseChildren } from '../refuse-children.ts';
import { saveChanges } from '../save-changes.ts';
import { loadUnit } from './load-unit.ts';

interface Deletion {
  id: string;
  ifMatch: readonly number[] | null;
}

/** Counts those who live in a unit, and those who are going to. */
async function countResidents(ctx: OperationContext, { session }: Change, unit: UnitRow): Promise<number> {
  const held = { unitId: unit._id, $or: [{ endsAt: null }, { endsAt: { $gt: ctx.now } }] };
  const filter = { tenantId: ctx.tenantId, isLive: true, residences: { $elemMatch: held } };
  return UserModel.countDocuments(filter).session(session);
}

/**
 * Deletes a unit that nobody lives in any more, nor is going to; invites that are still pending end with it.
 *
 * @throws not_found, precondition_failed, conflict (`has_children`) while somebody lives there
 */
export async function deleteUnit(ctx: OperationContext, { id, ifMatch }: Deletion): Promise<void> {
  await commit(ctx, async (change) => {
    const row = await loadUnit(ctx, id, change.session);
    requireVersion(row, ifMatch);
    refuseChildren('unit', { residents: await countResidents(ctx, change, row) });
    const invites = await revokeInvitesOfUnit(ctx, change, id);
    await saveChanges(ctx, change, { model: UnitModel, row, fields: { isLive: false, deletedAt: ctx.now } });
    const revoked = invites.map((invite) => ({ type: 'invite', id: invite._id }));
    const targets = [{ type: 'unit', id }, ...revoked];
    change.record({ action: 'unit.deleted', targets, propertyIds: [row.propertyId] });
  });
}
