import { HttpUrl, SecretList } from '@pas/platform/config/fields';
import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

export const CoreMobileConfig = z.object({
  ...serviceFields,
  ...busFields,
  PORTAL_URL: HttpUrl.describe(
    'The residents’ address of this environment, which the links of passes begin with.',
  ),
  PASS_TOKEN_SECRETS: SecretList.describe(
    'Secrets that the links and PINs of passes are derived from, newest first.',
  ),
});
export type CoreMobileConfig = z.output<typeof CoreMobileConfig>;
