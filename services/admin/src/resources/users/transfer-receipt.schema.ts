import { idSchema } from '@pas/shared/ids/id';
import type { Residence } from '@pas/shared/models/user';
import type { PlannedMoveOut } from '@pas/shared/residences/plan-move-out';
import { z } from 'zod';
import { MoveOutReceipt, presentReceipt } from './move-out-receipt.schema.ts';
import { presentResidence, ResidenceOfUser } from './user.schema.ts';

/** What a transfer changes, or would change. */
export const TransferReceipt = z
  .object({
    ...MoveOutReceipt.shape,
    toUnitId: idSchema('unit'),
    newResidence: ResidenceOfUser.nullable().meta({ description: 'Null for a dry run.' }),
  })
  .meta({ id: 'TransferReceipt' });

/** A receipt of a transfer as it is sent. */
export type SentTransfer = z.input<typeof TransferReceipt>;

interface Transferred {
  /** Null for a dry run. */
  receiptId: string | null;
  toUnitId: string;
  started: Residence | null;
}

/** Presents what a transfer has changed, or would change. */
export function presentTransfer(
  planned: PlannedMoveOut,
  { receiptId, toUnitId, started }: Transferred,
): SentTransfer {
  return {
    ...presentReceipt(planned, { receiptId, isDryRun: receiptId === null }),
    toUnitId,
    newResidence: started && presentResidence(started),
  };
}
