import type { Route } from '@pas/platform/http/define-route';
import type { z } from 'zod';
import type { NewApiKey } from './api-key.schema.ts';

interface Answer {
  apiKey: z.input<typeof NewApiKey>;
}

/**
 * An answer with a new key is stored for its `Idempotency-Key` without the secret, which cannot be recovered.
 */
export const apiKeySecrets: NonNullable<Route['secrets']> = {
  hide(body) {
    const { apiKey } = body as Answer;
    return { apiKey: { ...apiKey, secret: null, secretAvailable: false } };
  },
  show: (_ctx, body) => Promise.resolve(body),
};
