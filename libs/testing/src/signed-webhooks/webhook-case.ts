import type { SentWebhook } from './sign-webhook.ts';
import type { WebhookKeys } from './webhook-keys.ts';

/** A webhook, and what a receiver has to do with it. */
export interface WebhookCase {
  name: string;
  webhook: SentWebhook;
  /** 200 for a valid signature, 401 for a broken one, 404 for a path that is no receiver's. */
  expected: 200 | 401 | 404;
}

/** What a corpus is made for. */
export interface CorpusKeys {
  current: WebhookKeys;
  /** Still accepted: a rotation is under way. */
  previous: WebhookKeys;
  /** Of somebody else. */
  foreign: WebhookKeys;
  /** The address that telephony-a signs. */
  publicUrl: string;
}
