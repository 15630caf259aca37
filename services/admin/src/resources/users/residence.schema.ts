import { Moment } from '@pas/platform/http/moment';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';

export const AddResidence = z.strictObject({
  unitId: idSchema('unit'),
  role: z.enum(['PRIMARY', 'OCCUPANT']).optional().meta({
    description: 'Default: PRIMARY, or OCCUPANT if the unit has another PRIMARY resident at that time.',
  }),
  startsAt: Moment.optional().meta({
    description: 'Default: now. Past and future times are allowed.',
    override: { type: 'string', format: 'date-time' },
    example: '2026-03-01T09:30:00Z',
  }),
  endsAt: Moment.nullable().optional().meta({ description: 'Exclusive; after startsAt.' }),
});
export type AddResidence = z.output<typeof AddResidence>;

export const MoveOut = z.object({
  unitId: idSchema('unit'),
  effectiveAt: Moment.optional().meta({
    description:
      'Default: now. A later time sets the end of the residence. Everything else ends at that time too.',
  }),
  dryRun: z.boolean().default(false).meta({ description: 'Answers the same receipt and changes nothing.' }),
});
export type MoveOut = z.output<typeof MoveOut>;

export const Transfer = z.object({
  fromUnitId: idSchema('unit'),
  toUnitId: idSchema('unit'),
  effectiveAt: Moment.optional().meta({
    description:
      'Default: now, or the start of an old residence that has not begun. The old residence ends and the new one begins at this time. The new one keeps a later planned end.',
    override: { type: 'string', format: 'date-time' },
  }),
  dryRun: z.boolean().default(false).meta({ description: 'Answers the same receipt and changes nothing.' }),
});
export type Transfer = z.output<typeof Transfer>;

export const UndoMove = z.object({ receiptId: idSchema('moveReceipt') });
export type UndoMove = z.output<typeof UndoMove>;
