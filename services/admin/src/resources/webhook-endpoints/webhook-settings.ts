import type { SealedTexts } from '@pas/platform/secrets/sealed-text';

/** The settings of the environment for webhook endpoints. */
export interface WebhookSettings {
  /** Encrypts the signing secrets that are stored. */
  texts: SealedTexts;
  /** Development: endpoints on this machine are allowed, with plain http. */
  allowsLoopback: boolean;
}
