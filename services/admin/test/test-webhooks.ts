import { createSealedTexts } from '@pas/platform/secrets/sealed-text';

/** Webhook settings of the tests. Receivers run on this machine. */
export const testWebhooks = {
  texts: createSealedTexts('webhook-endpoints', ['secret of the endpoints of the tests']),
  allowsLoopback: true,
};
