import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { MoveOutReceipt } from './move-out-receipt.schema.ts';
import type { UndoneMove } from './undo-move.ts';
import { TransferReceipt } from './transfer-receipt.schema.ts';
import { presentResidence, ResidenceOfUser } from './user.schema.ts';

/** An undone move. */
export const UndoneMoveReceipt = z
  .object({
    ...MoveOutReceipt.shape,
    toUnitId: TransferReceipt.shape.toUnitId.optional().meta({ description: 'Only for a transfer.' }),
    newResidence: ResidenceOfUser.nullable().optional().meta({ description: 'Only for a transfer.' }),
    restored: z
      .object({
        residence: ResidenceOfUser,
        sessions: z.array(idSchema('session')),
        passes: z.array(idSchema('accessPass')),
      })
      .meta({ description: 'Everything that continues as before the move.' }),
    notRestored: z
      .array(
        z.object({
          type: z.enum(['session', 'device', 'access_pass']),
          id: z.string().meta({ example: 'dev_01kb3rt9d5e0p8m6q2v7x4hzjn' }),
          reason: z.enum(['ended_since', 'token_removed', 'pin_taken', 'sign_in_again']).meta({
            description:
              'token_removed: the app registers the device again when it is opened. pin_taken: another pass of the door has the PIN now. sign_in_again: the account was changed since. ended_since: it ended by itself or was ended again.',
          }),
        }),
      )
      .meta({ description: 'Everything that stays ended.' }),
  })
  .meta({ id: 'UndoneMoveReceipt' });

/** Presents an undone move. */
export function presentUndoneMove(undone: UndoneMove): z.input<typeof UndoneMoveReceipt> {
  const { receipt, residence, sessions, passes, notRestored } = undone;
  return {
    ...(receipt.receipt as z.input<typeof MoveOutReceipt>),
    restored: { residence: presentResidence(residence), sessions: [...sessions], passes: [...passes] },
    notRestored: [...notRestored],
  };
}
