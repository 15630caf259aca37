import { Locale, PersonName } from '@pas/shared/contacts/person';
import { z } from 'zod';

export const UpdateMe = z.object({
  firstName: PersonName.optional(),
  lastName: PersonName.optional(),
  locale: Locale.nullable().optional(),
  directory: z
    .enum(['HIDDEN', 'INITIALS', 'NAME'])
    .optional()
    .meta({ description: 'Display of the name on door panels.' }),
});
export type UpdateMe = z.output<typeof UpdateMe>;
