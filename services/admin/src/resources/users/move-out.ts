import { commit } from '@pas/shared/change/commit';
import { tenantNow } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { carryOutMoveOut, isEndedAlready } from '@pas/shared/residences/carry-out-move-out';
import { planMoveOut, type PlannedMoveOut } from '@pas/shared/residences/plan-move-out';
import type { ClientSession } from 'mongoose';
import { loadUnit } from '../units/load-unit.ts';
import { findReceiptId, keepReceipt } from './keep-receipt.ts';
import { loadUser } from './load-user.ts';
import { presentReceipt, type Receipt } from './move-out-receipt.schema.ts';
import type { MoveOut } from './residence.schema.ts';

type MoveOutRequest = Pick<MoveOut, 'unitId' | 'effectiveAt'>;

/**
 * Computes the effects of a move-out.
 *
 * @throws not_found for a user or unit out of the caller's reach, conflict for a person without a residence
 * there
 * @throws invalid for a time before the start of the residence
 */
export async function previewMoveOut(
  ctx: OperationContext,
  { id, leaving }: { id: string; leaving: MoveOutRequest },
  session: ClientSession | null = null,
): Promise<PlannedMoveOut> {
  const user = await loadUser(ctx, id, session);
  const unit = await loadUnit(ctx, leaving.unitId, session);
  return planMoveOut(ctx, { user, unitId: unit._id, at: leaving.effectiveAt ?? tenantNow(ctx) }, session);
}

/**
 * Ends a person's residence in a unit, or reports the effects with `dryRun`.
 *
 * @returns the receipt of the effects
 * @throws as `previewMoveOut`
 */
export async function moveOut(ctx: OperationContext, id: string, input: MoveOut): Promise<Receipt> {
  if (input.dryRun) {
    const planned = await previewMoveOut(ctx, { id, leaving: input });
    return presentReceipt(planned, { receiptId: null, isDryRun: true });
  }
  return commit(ctx, async (change) => {
    const planned = await previewMoveOut(ctx, { id, leaving: input }, change.session);
    if (isEndedAlready(planned)) {
      const receiptId = await findReceiptId(ctx, change, planned);
      return presentReceipt(planned, { receiptId, isDryRun: false });
    }
    await carryOutMoveOut(ctx, change, planned);
    const receipt = (receiptId: string): Receipt => presentReceipt(planned, { receiptId, isDryRun: false });
    return keepReceipt(ctx, change, {
      kind: 'MOVE_OUT',
      planned,
      startedResidenceId: null,
      present: receipt,
    });
  });
}
