import type { SealedTexts } from '@pas/platform/secrets/sealed-text';

/** The settings of the environment for webhook endpoints. */
export interface WebhookSettings {
  /** Encrypts the stored signing secrets. */
  texts: SealedTexts;
  /** Development only: allows plain http endpoints on this machine. */
  allowsLoopback: boolean;
}
