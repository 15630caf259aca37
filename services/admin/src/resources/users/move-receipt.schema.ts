import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { undoWithinMs, type MoveReceiptRow } from '@pas/shared/models/move-receipt';
import { z } from 'zod';

/** A move-out or transfer of a user, as a list shows it. */
export const MoveReceipt = z
  .object({
    id: idSchema('moveReceipt'),
    kind: z.enum(['MOVE_OUT', 'TRANSFER']),
    unitId: idSchema('unit').meta({ description: 'The home that the person leaves.' }),
    propertyId: idSchema('property'),
    toUnitId: idSchema('unit')
      .nullable()
      .meta({ description: 'The new home of a transfer; null for a move-out.' }),
    effectiveAt: Timestamp.meta({ description: 'The end of the residence.' }),
    createdAt: Timestamp,
    undoUntil: Timestamp.nullable().meta({
      description: 'POST /users/{id}/move-out/undo takes the id until then. Null: the move was undone.',
    }),
    undoneAt: Timestamp.nullable(),
  })
  .meta({ id: 'MoveReceipt' });

/** Presents the receipt of a move. */
export function presentMoveReceipt(row: MoveReceiptRow): z.input<typeof MoveReceipt> {
  const { _id: id, kind, unitId, propertyId, receipt, endedAt, createdAt, undoneAt } = row;
  const { toUnitId = null } = receipt as { toUnitId?: string };
  return {
    id,
    kind,
    unitId,
    propertyId,
    toUnitId,
    effectiveAt: timestamp(endedAt),
    createdAt: timestamp(createdAt),
    undoUntil: undoneAt === null ? timestamp(new Date(createdAt.getTime() + undoWithinMs)) : null,
    undoneAt: timestamp(undoneAt),
  };
}
