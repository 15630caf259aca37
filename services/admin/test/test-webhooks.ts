import { createSealedTexts } from '@pas/platform/secrets/sealed-text';

/** The settings of the tests for webhook endpoints. Receivers run on this machine. */
export const testWebhooks = {
  texts: createSealedTexts('webhook-endpoints', ['secret of the endpoints of the tests']),
  allowsLoopback: true,
};
