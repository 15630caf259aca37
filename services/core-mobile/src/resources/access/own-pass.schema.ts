import { passFields, withValidTimes } from '@pas/shared/access/pass.schema';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';

/** A pass that a resident creates for a guest. */
export const CreateOwnPass = withValidTimes(
  z.object({
    ...passFields,
    guestName: oneLine(100).nullable().optional().meta({ example: 'Sam' }),
  }),
).meta({
  examples: [
    {
      accessPointIds: ['door_01kb3rt9d5e0p8m6q2v7x4hzjn'],
      startsAt: '2026-06-05T00:00:00-04:00',
      endsAt: '2026-06-08T00:00:00-04:00',
      weekdays: ['FRI', 'SAT'],
      timeFrom: '18:00',
      timeTo: '02:00',
      guestName: 'Sam',
      maxUses: 4,
    },
  ],
});
export type CreateOwnPass = z.output<typeof CreateOwnPass>;
