import { unauthenticated, unavailable } from '@pas/shared/errors/raise';
import type { Provider } from '@pas/shared/models/webhook-receipt';
import { collectUpTo } from '@pas/platform/http/receive-body';
import { Fault } from '@pas/platform/errors/fault';
import type { Request, Response } from 'express';
import type { InProcessReceipts } from './processing/in-process-receipts.ts';
import type { Receipt } from './processing/receipt.ts';
import type { ReadWebhook } from './providers/read-webhook.ts';
import type { SignedRequest, Verify } from './providers/signed-request.ts';
import type { Rejections } from './receipts/record-rejections.ts';
import { awaitWhileStoreResponds, recordStoreActivity } from './receipts/await-while-store-responds.ts';
import { storeReceipt, type ReceiptStore, type VerifiedWebhook } from './receipts/store-receipt.ts';

/** The answer to a provider. */
export interface WebhookAnswer {
  mediaType: string;
  body: string;
}

/** Stores the receipt of a webhook; null for a repeat. */
export type KeepReceipt = () => Promise<Receipt | null>;

/** The receiver of one provider's webhooks. */
export interface Receiver {
  provider: Provider;
  methods: readonly ('GET' | 'POST')[];
  verify: Verify;
  read: ReadWebhook;
  /** Answers a webhook after `keep` has stored its receipt, and decides who processes the receipt. */
  answer(webhook: VerifiedWebhook, keep: KeepReceipt): Promise<WebhookAnswer>;
}

/** Dependencies of all receivers. */
export interface ReceiverDependencies {
  store: ReceiptStore;
  rejections: Rejections;
  own: Pick<InProcessReceipts, 'handToConsumer'>;
}

/** The largest body, JSON or form, in bytes. */
const maxBodyBytes = 1024 * 1024;

/**
 * Wait for a slow database. Treat it as unavailable after 3 s without a response. Providers wait at least ten seconds,
 * and some repeat a webhook only after minutes.
 */
const timeouts = { probeAfterMs: 3000, maxMs: 8000 };

const readBytes = collectUpTo(maxBodyBytes);

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** @throws unavailable if the database has not answered in time; a repeat finds a row that was stored later */
async function untilStored<Stored>(storing: Promise<Stored>): Promise<Stored> {
  const settled = storing.then(recordStoreActivity, () => undefined);
  if (await awaitWhileStoreResponds(settled, timeouts)) return storing;
  throw unavailable('The webhook could not be stored in time.');
}

/** Stores the receipt of a webhook. A receipt that is stored after the time-out goes to the consumer. */
async function keepReceipt(
  { store, own }: ReceiverDependencies,
  webhook: VerifiedWebhook,
): Promise<Receipt | null> {
  const storing = storeReceipt(store, webhook);
  try {
    return await untilStored(storing);
  } catch (error) {
    void storing.then(own.handToConsumer, () => undefined);
    throw error;
  }
}

const signatureInvalid = () =>
  unauthenticated('signature_invalid', 'The signature of the webhook is missing, wrong or too old.', {
    headers: { 'WWW-Authenticate': 'Signature' },
  });

/** Reads the bytes of a request and verifies them. Nothing is parsed before the verification. */
async function verifyRequest(
  { provider, verify, read }: Receiver,
  rejections: Rejections,
  { request, response }: { request: Request; response: Response },
): Promise<VerifiedWebhook> {
  const { method, originalUrl: url, headers } = request;
  const signed: SignedRequest = { method, url, headers };
  const rawBody = await readBytes(request, response);
  const verdict = verify(signed, rawBody, Date.now());
  if (!verdict.isValid) {
    rejections.note({ provider, path: pathOf(url), reason: verdict.reason });
    throw signatureInvalid();
  }
  return { provider, request: signed, rawBody, summary: read(signed, rawBody) };
}

/** @throws method_not_allowed, also for HEAD */
function requireMethod({ methods }: Receiver, { method }: Request): void {
  if (methods.some((taken) => taken === method)) return;
  const allow = methods.join(', ');
  throw new Fault('method_not_allowed', 'method_not_allowed', `This path supports only ${allow}.`, {
    headers: { Allow: allow },
  });
}

/**
 * Makes the handler of one provider's webhooks: raw bytes, signature, receipt, 2xx. A 2xx means that the webhook is
 * stored; it does not depend on NATS. Repeats get the same answer.
 *
 * It refuses with method_not_allowed, too_large, unauthenticated, invalid for a malformed body, or unavailable.
 */
export function receiveWebhooks(receiver: Receiver, dependencies: ReceiverDependencies) {
  return async (request: Request, response: Response): Promise<void> => {
    requireMethod(receiver, request);
    const webhook = await verifyRequest(receiver, dependencies.rejections, { request, response });
    const keep: KeepReceipt = () => keepReceipt(dependencies, webhook);
    const { mediaType, body } = await receiver.answer(webhook, keep);
    response.status(200).set({ 'Content-Type': mediaType, 'Cache-Control': 'no-store' }).end(body);
  };
}
