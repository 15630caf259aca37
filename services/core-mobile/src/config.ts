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
  PASS_TOKEN_SECRETS: SecretList.describe(
    'Secrets that the links and PINs of passes are derived from, newest first.',
  ),
  DEVICE_TOKEN_SECRETS: SecretList.describe(
    'Secrets that the push tokens of devices are encrypted with, newest first.',
  ),
  ...pushFields,
};

/** The settings of the service of the mobile apps. */
export const CoreMobileConfig = z
  .object(fields)
  .refine(areDoorsSigned, unsignedDoors)
  .superRefine(
    (settings, context) => {
      for (const { name, neededBy } of missingPushSettings(settings))
        context.addIssue({ code: 'custom', path: [name], message: `is missing. ${neededBy} needs it.` });
    },
    // Also where other variables are at fault: all faults are reported at once.
    { when: () => true },
  );
export type CoreMobileConfig = z.output<typeof CoreMobileConfig>;
