import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import type { PlannedMoveOut } from '@pas/shared/residences/plan-move-out';
import { presentResidence, ResidenceOfUser } from './user.schema.ts';

/** Effects of a move-out or its dry run. */
export const MoveOutReceipt = z
  .object({
    id: idSchema('moveReceipt').nullable().meta({
      description:
        'Undoes the move for 24 hours (POST /users/{id}/move-out/undo). Null for a dry run. A repeated move-out answers the id of the first one.',
    }),
    userId: idSchema('user'),
    unitId: idSchema('unit'),
    propertyId: idSchema('property'),
    status: z.enum(['ENDED', 'CANCELLED', 'SCHEDULED']).meta({
      description: 'CANCELLED: the residence had not begun. SCHEDULED: it ends at effectiveAt.',
    }),
    dryRun: z.boolean(),
    effectiveAt: Timestamp,
    residence: ResidenceOfUser,
    unitOccupancy: z
      .enum(['OCCUPIED', 'VACANT'])
      .meta({ description: 'The occupancy at effectiveAt, as known now.' }),
    ended: z
      .object({
        sessions: z.array(idSchema('session')).meta({
          description: 'None if the person has another current or future residence in the tenant.',
        }),
        devices: z.array(idSchema('device')).meta({ description: 'The same rule as for sessions.' }),
        passes: z.array(idSchema('accessPass')).meta({
          description: 'The passes that the person has made for guests of this home.',
        }),
      })
      .meta({
        description:
          'Everything that ends with the residence. If effectiveAt is in the future, it ends then, and the list is the current state.',
      }),
  })
  .meta({ id: 'MoveOutReceipt' });

/** A receipt as it is sent. */
export type Receipt = z.input<typeof MoveOutReceipt>;

/**
 * Presents the effects of a move-out or its dry run.
 *
 * @param receiptId null for a dry run
 */
export function presentReceipt(
  planned: PlannedMoveOut,
  { receiptId, isDryRun }: { receiptId: string | null; isDryRun: boolean },
): Receipt {
  const { user, status, residenceAfter, unitOccupancy, ended, passes } = planned;
  return {
    id: receiptId,
    userId: user._id,
    unitId: residenceAfter.unitId,
    propertyId: residenceAfter.propertyId,
    status,
    dryRun: isDryRun,
    effectiveAt: timestamp(residenceAfter.endsAt ?? planned.at),
    residence: presentResidence(residenceAfter),
    unitOccupancy,
    ended: { sessions: [...ended.sessions], devices: [...ended.devices], passes: [...passes] },
  };
}
