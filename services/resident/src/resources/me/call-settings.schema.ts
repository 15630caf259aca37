import { quietDays, defaultCallSettings } from '@pas/shared/models/call-settings';
import type { UserRow } from '@pas/shared/models/user';
import { z } from 'zod';

const TimeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Expected a time of day such as 22:00.')
  .meta({ example: '22:00' });

const QuietHours = z
  .object({
    weekdays: z
      .array(z.enum(quietDays))
      .min(1, 'Name at least one day.')
      .max(7, 'Name each day once.')
      .meta({ description: 'Days on which the quiet hours begin.', example: ['MON', 'TUE'] }),
    from: TimeOfDay.meta({ description: 'In the property’s local time.' }),
    to: TimeOfDay.meta({
      description: 'Exclusive. Before `from`: the hours end on the next day.',
      example: '07:00',
    }),
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: 'The start and the end of quiet hours must differ. To get no calls at all, set ring to false.',
  })
  .meta({ id: 'QuietHours' });

const QuietHoursList = z
  .array(QuietHours)
  .max(21, 'Use at most 21 windows.')
  .meta({ description: 'Quiet hours, when calls do not ring this person. Empty: none.' });
const Ring = z.boolean().meta({ description: 'False: calls to the homes never ring this person.' });

/** Call settings of the signed-in resident. */
export const CallSettings = z.object({ ring: Ring, quietHours: QuietHoursList }).meta({ id: 'CallSettings' });

export const UpdateCallSettings = z.object({
  ring: Ring.optional(),
  quietHours: QuietHoursList.optional(),
});
export type UpdateCallSettings = z.output<typeof UpdateCallSettings>;

/** Returns the call settings of a resident, or the defaults. */
export const callSettingsOf = ({ callSettings }: Pick<UserRow, 'callSettings'>) =>
  callSettings ?? defaultCallSettings;
