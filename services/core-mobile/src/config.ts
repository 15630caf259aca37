import { SecretList } from '@pas/platform/config/fields';
import { areDoorsSigned, doorFields, unsignedDoors } from '@pas/shared/access/door-settings';
import { signInFields } from '@pas/shared/accounts/sign-in-settings';
import { missingPushSettings, pushFields } from '@pas/shared/push/push-settings';
import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

const fields = {
  ...serviceFields,
  ...busFields,
  ...doorFields,
  ...signInFields,
  PASS_TOKEN_SECRETS: SecretList.describe('Secrets for deriving the links and PINs of passes, newest first.'),
  DEVICE_TOKEN_SECRETS: SecretList.describe(
    'Secrets for encrypting the push tokens of devices, newest first.',
  ),
  ...pushFields,
};

/** Settings of the service for mobile apps. */
export const CoreMobileConfig = z
  .object(fields)
  .refine(areDoorsSigned, unsignedDoors)
  .superRefine(
    (settings, context) => {
      for (const { name, neededBy } of missingPushSettings(settings))
        context.addIssue({ code: 'custom', path: [name], message: `is missing. ${neededBy} needs it.` });
    },
    // Runs even when other variables are invalid, so that one start reports all faults.
    { when: () => true },
  );
export type CoreMobileConfig = z.output<typeof CoreMobileConfig>;
