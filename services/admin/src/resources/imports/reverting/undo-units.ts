import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { moveInvite, pendingAt } from '@pas/shared/invites/transitions';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { isHeld } from '@pas/shared/residences/held-residence';
import { residencesIn, type PlannedRow, type WorkingSet } from '../committing/working-set.ts';

/** Returns the units that have a door or a number. */
async function withChildren(
  { tenantId }: OperationContext,
  { session }: Change,
  unitIds: readonly string[],
): Promise<Set<string>> {
  const of = { tenantId, unitId: { $in: [...unitIds] } };
  const doors = await AccessPointModel.find({ ...of, isLive: true }, { unitId: 1 })
    .session(session)
    .lean();
  const numbers = await VirtualNumberModel.find(of, { unitId: 1 }).session(session).lean();
  return new Set([...doors, ...numbers].map(({ unitId }) => unitId ?? ''));
}

/**
 * Deletes the units that undone rows created, if they have no residents and no children. Units that somebody
 * has changed since stay.
 */
export async function undoUnits(
  ctx: OperationContext,
  change: Change,
  { set, undone }: { set: WorkingSet; undone: readonly PlannedRow[] },
): Promise<void> {
  const made = undone.flatMap(({ operation: { unitId, newUnit } }) => (newUnit ? [{ unitId, newUnit }] : []));
  const free = made.filter(({ unitId, newUnit: { label, floor } }) => {
    const unit = set.units.get(unitId)?.row;
    const isSame = unit?.label === label && unit.floor === floor && unit.externalId === null;
    return isSame && !residencesIn(set, unitId).some((residence) => isHeld(residence, ctx));
  });
  if (free.length === 0) return;
  const inUse = await withChildren(
    ctx,
    change,
    free.map(({ unitId }) => unitId),
  );
  for (const { unitId } of free) {
    const unit = set.units.get(unitId);
    if (!unit?.before || inUse.has(unitId)) continue;
    const { version } = unit.before;
    const row = { ...unit.row, isLive: false, deletedAt: ctx.now, updatedAt: ctx.now, version: version + 1 };
    set.units.set(unitId, { before: unit.before, row });
    set.touched.delete(unitId);
  }
}

/** Revokes the pending invites to deleted units, and those of residents whose home is undone. */
export async function revokeInvites(
  ctx: OperationContext,
  change: Change,
  { set, undone }: { set: WorkingSet; undone: readonly PlannedRow[] },
): Promise<ReadonlyMap<string, readonly { type: string; id: string }[]>> {
  const keys = new Map<string, string>();
  for (const { operation } of undone.filter(({ operation }) => operation.residence !== null)) {
    const user = set.users.get(operation.userId)?.before;
    for (const key of [user?.emailKey, user?.phone])
      if (key) keys.set(`${operation.unitId}|${key}`, operation.userId);
  }
  const gone = [...set.units.values()].filter(({ row }) => !row.isLive).map(({ row }) => row._id);
  const where = [{ pendingKey: { $in: [...keys.keys()] } }, { unitId: { $in: gone } }];
  const pending = { tenantId: ctx.tenantId, ...pendingAt(ctx) };
  // Only alternatives, so that the store plans each by its own index.
  const filter = { $or: where.map((each) => ({ ...each, ...pending })) };
  const invites = await InviteModel.find(filter).session(change.session).lean<InviteRow[]>();
  const ended = new Map<string, { type: string; id: string }[]>();
  for (const { _id, pendingKey } of invites) {
    await moveInvite(ctx, change, { name: 'revoke', invite: { _id }, set: { revokedAt: ctx.now } });
    const userId = keys.get(pendingKey ?? '') ?? '';
    ended.set(userId, [...(ended.get(userId) ?? []), { type: 'invite', id: _id }]);
  }
  return ended;
}
