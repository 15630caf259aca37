import { signInFields } from '@pas/shared/accounts/sign-in-settings';
import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

export const CoreMobileConfig = z.object({ ...serviceFields, ...busFields, ...signInFields });
export type CoreMobileConfig = z.output<typeof CoreMobileConfig>;
