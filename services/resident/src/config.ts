import { areDoorsSigned, doorFields, unsignedDoors } from '@pas/shared/access/door-settings';
import { signInFields } from '@pas/shared/accounts/sign-in-settings';
import { Secret } from '@pas/platform/config/fields';
import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

export const ResidentConfig = z
  .object({
    ...serviceFields,
    ...busFields,
    ...doorFields,
    ...signInFields,
    PHONE_CODE_SECRET: Secret.describe(
      'Secret for deriving the codes that verify a phone or an e-mail. Admin uses the same secret.',
    ),
  })
  .refine(areDoorsSigned, unsignedDoors);
export type ResidentConfig = z.output<typeof ResidentConfig>;
