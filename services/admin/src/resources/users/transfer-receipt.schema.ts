import { idSchema } from '@pas/shared/ids/id';
import type { Residence } from '@pas/shared/models/user';
import type { PlannedMoveOut } from '@pas/shared/residences/plan-move-out';
import { z } from 'zod';
import { MoveOutReceipt, presentReceipt } from './move-out-receipt.schema.ts';
import { presentResidence, ResidenceOfUser } from './user.schema.ts';

/** Effects of a transfer or its dry run. */
export const TransferReceipt = z
  .object({
    ...MoveOutReceipt.shape,
    toUnitId: idSchema('unit'),
    newResidence: ResidenceOfUser.nullable().meta({ description: 'Null for a dry run.' }),
  })
  .meta({ id: 'TransferReceipt' });

/** A receipt of a transfer in its API form. */
export type SentTransfer = z.input<typeof TransferReceipt>;

interface TransferResult {
  /** Null for a dry run. */
  receiptId: string | null;
  toUnitId: string;
  started: Residence | null;
}

/** Presents the effects of a transfer or its dry run. */
export function presentTransfer(
  planned: PlannedMoveOut,
  { receiptId, toUnitId, started }: TransferResult,
): SentTransfer {
  return {
    ...presentReceipt(planned, { receiptId, isDryRun: receiptId === null }),
    toUnitId,
    newResidence: started && presentResidence(started),
  };
}
