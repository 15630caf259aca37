import { SecretList } from '@pas/platform/config/fields';
import { signInFields } from '@pas/shared/accounts/sign-in-settings';
import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

export const CoreMobileConfig = z.object({
  ...serviceFields,
  ...busFields,
  ...signInFields,
  PASS_TOKEN_SECRETS: SecretList.describe(
    'Secrets that the links and PINs of passes are derived from, newest first.',
  ),
  DEVICE_TOKEN_SECRETS: SecretList.describe(
    'Secrets that the push tokens of devices are encrypted with, newest first.',
  ),
});
export type CoreMobileConfig = z.output<typeof CoreMobileConfig>;
