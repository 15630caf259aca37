import { Locale, PersonName } from '@pas/shared/contacts/person';
import { z } from 'zod';

export const UpdateMe = z.object({
  firstName: PersonName.optional(),
  lastName: PersonName.optional(),
  locale: Locale.nullable().optional(),
});
export type UpdateMe = z.output<typeof UpdateMe>;
