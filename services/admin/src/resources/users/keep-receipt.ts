import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newId } from '@pas/shared/ids/id';
import { MoveReceiptModel, type MoveReceiptRow } from '@pas/shared/models/move-receipt';
import type { PlannedMoveOut } from '@pas/shared/residences/plan-move-out';
import { insertRows } from '@pas/platform/mongo/insert-rows';

interface ReceiptInput<Receipt extends object> {
  kind: MoveReceiptRow['kind'];
  planned: PlannedMoveOut;
  /** The new residence of a transfer. */
  startedResidenceId: string | null;
  /** Presents the receipt with its id. */
  present: (receiptId: string) => Receipt;
}

/**
 * Stores the receipt of a move in its change, so that the move can be undone.
 *
 * @returns the receipt for the answer
 */
export async function keepReceipt<Receipt extends object>(
  ctx: OperationContext,
  change: Change,
  { kind, planned, startedResidenceId, present }: ReceiptInput<Receipt>,
): Promise<Receipt> {
  const { user, residenceBefore, residenceAfter, status, ended, passes } = planned;
  const _id = newId('moveReceipt');
  const receipt = present(_id);
  const row: MoveReceiptRow = {
    _id,
    tenantId: ctx.tenantId,
    userId: user._id,
    kind,
    residenceId: residenceAfter.id,
    unitId: residenceAfter.unitId,
    propertyId: residenceAfter.propertyId,
    endedBefore: residenceBefore.endsAt,
    endedAt: residenceAfter.endsAt ?? planned.at,
    startedResidenceId,
    isDone: status !== 'SCHEDULED',
    sessions: [...ended.sessions],
    devices: [...ended.devices],
    passes: [...passes],
    receipt,
    createdAt: ctx.now,
    undoneAt: null,
  };
  await insertRows(MoveReceiptModel, [row], change.session);
  return receipt;
}

/** Finds the receipt of the move that ended a residence; null when it ended for another reason. */
export async function findReceiptId(
  { tenantId }: OperationContext,
  { session }: Change,
  { user, residenceAfter }: PlannedMoveOut,
): Promise<string | null> {
  const own = { tenantId, userId: user._id, residenceId: residenceAfter.id, undoneAt: null };
  const row = await MoveReceiptModel.findOne({ ...own, endedAt: residenceAfter.endsAt ?? new Date(0) })
    .sort({ createdAt: -1 })
    .session(session)
    .lean<MoveReceiptRow>();
  return row?._id ?? null;
}
