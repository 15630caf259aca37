import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

export const CoreMobileConfig = z.object({ ...serviceFields, ...busFields });
export type CoreMobileConfig = z.output<typeof CoreMobileConfig>;
