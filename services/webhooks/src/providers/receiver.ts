import type { Provider } from '@pas/shared/models/webhook-receipt';
import type { ReceiptOutcome } from '../processing/receipt.ts';
import type { ReadWebhook, WebhookSummary } from './read-webhook.ts';
import type { SignedRequest, Verify } from './signed-request.ts';

/** A webhook whose signature was verified. */
export interface VerifiedWebhook {
  provider: Provider;
  request: SignedRequest;
  rawBody: Buffer;
  summary: WebhookSummary;
}

/** The answer to a provider. */
export interface WebhookAnswer {
  mediaType: string;
  body: string;
}

/** The decision about a stored webhook. */
export interface WebhookDecision {
  answer: WebhookAnswer;
  /** The outcome of the receipt; null if the receipt is processed after the answer. */
  outcome: ReceiptOutcome | null;
}

/** The receiver of one provider's webhooks. */
export interface Receiver {
  provider: Provider;
  path: `/${string}`;
  /** Whether all paths below belong to it too. */
  hasPathsBelow: boolean;
  methods: readonly ('GET' | 'POST')[];
  verify: Verify;
  read: ReadWebhook;
  /** Decides a stored webhook. A repeat gets the same answer. */
  decide(webhook: VerifiedWebhook): Promise<WebhookDecision>;
  /** Returns the answer to a failed webhook within a second; null if the provider gets the error and repeats it. */
  fallbackFor(webhook: VerifiedWebhook): WebhookAnswer | null;
}
