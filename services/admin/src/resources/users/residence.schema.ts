import { Moment } from '@pas/platform/http/moment';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';

export const AddResidence = z.strictObject({
  unitId: idSchema('unit'),
  role: z.enum(['PRIMARY', 'OCCUPANT']).optional().meta({
    description: 'PRIMARY unless somebody else is it by then; then OCCUPANT.',
  }),
  startsAt: Moment.optional().meta({
    description: 'Now unless said; earlier or later will do.',
    override: { type: 'string', format: 'date-time' },
    example: '2026-03-01T09:30:00Z',
  }),
  endsAt: Moment.nullable().optional().meta({ description: 'Exclusive; after startsAt.' }),
});
export type AddResidence = z.output<typeof AddResidence>;

/** The fields of a residence whose values the audit shows. */
export const auditedResidence = { fields: ['unitId', 'role', 'startsAt', 'endsAt'] } as const;

export const MoveOut = z.object({
  unitId: idSchema('unit'),
  effectiveAt: Moment.optional().meta({
    description:
      'Now unless said. A later time sets the end of the residence, and the rest ends with it then.',
  }),
  dryRun: z.boolean().default(false).meta({ description: 'Answers the same receipt and changes nothing.' }),
});
export type MoveOut = z.output<typeof MoveOut>;
