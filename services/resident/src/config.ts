import { signInFields } from '@pas/shared/accounts/sign-in-settings';
import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

export const ResidentConfig = z.object({ ...serviceFields, ...busFields, ...signInFields });
export type ResidentConfig = z.output<typeof ResidentConfig>;
