import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import type { Residence } from '@pas/shared/models/user';
import { endHome } from '@pas/shared/residences/carry-out-move-out';
import type { PlannedMoveOut } from '@pas/shared/residences/plan-move-out';
import { nothing } from '@pas/shared/sessions/end-access';
import type { ClientSession } from 'mongoose';
import { loadUnit } from '../units/load-unit.ts';
import { requireFree, addResidenceIn } from './add-residence.ts';
import { keepReceipt } from './keep-receipt.ts';
import { previewMoveOut } from './move-out.ts';
import type { Transfer } from './residence.schema.ts';
import { presentTransfer, type SentTransfer } from './transfer-receipt.schema.ts';

type TransferRequest = Omit<Transfer, 'dryRun'>;

/** Returns the planned end of a residence that lies after a transfer; null without one. */
const endAfter = ({ endsAt }: Residence, at: Date): Date | null => (endsAt && endsAt > at ? endsAt : null);

/**
 * Computes the effects of a transfer in the old unit. Sessions and devices stay, because the person keeps a
 * home.
 *
 * @throws as `previewMoveOut`
 * @throws invalid for equal units, not_found for an unknown new unit, conflict for a resident of the new unit
 */
export async function previewTransfer(
  ctx: OperationContext,
  { id, moving }: { id: string; moving: TransferRequest },
  session: ClientSession | null = null,
): Promise<PlannedMoveOut> {
  const { fromUnitId: unitId, toUnitId, effectiveAt } = moving;
  const leaving = { unitId, effectiveAt };
  const planned = await previewMoveOut(ctx, { id, leaving }, session);
  if (unitId === toUnitId)
    throw invalidField('toUnitId', 'same_unit', 'toUnitId: Expected another unit than fromUnitId.');
  const { _id } = await loadUnit(ctx, toUnitId, session);
  // A residence that has not begun is cancelled: it ends at its start.
  const at = effectiveAt ?? planned.residenceAfter.endsAt ?? planned.at;
  requireFree(planned.user, { unitId: _id, startsAt: at, endsAt: endAfter(planned.residenceBefore, at) });
  return { ...planned, at, ended: nothing };
}

/** Executes a transfer. @returns the residence in the new unit */
async function carryOut(
  ctx: OperationContext,
  change: Change,
  { planned, toUnitId }: { planned: PlannedMoveOut; toUnitId: string },
): Promise<Residence | null> {
  const left = await endHome(ctx, change, planned);
  const { residenceBefore, at } = planned;
  const { role } = residenceBefore;
  const times = { startsAt: at, endsAt: endAfter(residenceBefore, at) };
  const input = { unitId: toUnitId, ...times, ...(role === 'OCCUPANT' && { role }) };
  const moved = await addResidenceIn(ctx, change, { row: left.user, input, userRow: 'updated' });
  change.record({
    action: 'user.transferred',
    targets: [{ type: 'user', id: left.user._id }, ...left.targets, ...moved.targets],
    changes: [...left.changes, ...moved.changes],
    propertyIds: [...new Set([left.propertyId, moved.propertyId])],
  });
  return moved.residence;
}

/**
 * Moves a person to another unit. The old residence and its passes end, and the new one starts at the same
 * time. It keeps a later planned end. Account, sessions and devices stay.
 *
 * @returns the receipt of the effects
 * @throws as `previewTransfer`
 */
export async function transferUser(
  ctx: OperationContext,
  id: string,
  { dryRun, ...moving }: Transfer,
): Promise<SentTransfer> {
  if (dryRun) {
    const planned = await previewTransfer(ctx, { id, moving });
    return presentTransfer(planned, { receiptId: null, toUnitId: moving.toUnitId, started: null });
  }
  return commit(ctx, async (change) => {
    const planned = await previewTransfer(ctx, { id, moving }, change.session);
    const { toUnitId } = moving;
    const started = await carryOut(ctx, change, { planned, toUnitId });
    const present = (receiptId: string): SentTransfer =>
      presentTransfer(planned, { receiptId, toUnitId, started });
    const startedResidenceId = started?.id ?? null;
    return keepReceipt(ctx, change, { kind: 'TRANSFER', planned, startedResidenceId, present });
  });
}
