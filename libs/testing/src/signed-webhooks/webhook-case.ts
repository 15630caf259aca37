import type { SentWebhook } from './sign-webhook.ts';
import type { WebhookKeys } from './webhook-keys.ts';

/** A webhook, and the expected status of its answer. */
export interface WebhookCase {
  name: string;
  webhook: SentWebhook;
  /** 200 for a valid signature, 401 for a broken one, 404 for a path without a receiver. */
  expected: 200 | 401 | 404;
}

/** Keys and address of a corpus. */
export interface CorpusKeys {
  current: WebhookKeys;
  /** Keys that are still accepted during a rotation. */
  previous: WebhookKeys;
  /** Keys that the receiver does not know. */
  foreign: WebhookKeys;
  /** The address that telephony-a signs. */
  publicUrl: string;
}
