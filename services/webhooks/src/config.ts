import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

export const WebhooksConfig = z.object({ ...serviceFields, ...busFields });
export type WebhooksConfig = z.output<typeof WebhooksConfig>;
