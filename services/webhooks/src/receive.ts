import { unauthenticated, unavailable } from '@pas/shared/errors/raise';
import type { Provider } from '@pas/shared/models/webhook-receipt';
import { collectUpTo } from '@pas/platform/http/receive-body';
import { Fault } from '@pas/platform/errors/fault';
import type { Request, Response } from 'express';
import type { ReadWebhook } from './providers/read-webhook.ts';
import type { SignedRequest, Verify } from './providers/signed-request.ts';
import type { Rejections } from './receipts/note-rejections.ts';
import { storeReceipt, type ReceiptStore, type VerifiedWebhook } from './receipts/store-receipt.ts';

/** What a provider gets as an answer. */
export interface WebhookAnswer {
  mediaType: string;
  body: string;
}

/** How one provider's webhooks are received. */
export interface Receiver {
  provider: Provider;
  methods: readonly ('GET' | 'POST')[];
  verify: Verify;
  read: ReadWebhook;
  /** Answers a webhook after `keep` has stored its receipt. */
  answer(webhook: VerifiedWebhook, keep: () => Promise<void>): Promise<WebhookAnswer>;
}

/** What all receivers work with. */
export interface Receiving {
  store: ReceiptStore;
  rejections: Rejections;
}

/** JSON bodies above 1 MiB are refused; so are forms. */
const maxBodyBytes = 1024 * 1024;

/** Providers wait ten seconds for an answer at least, and repeat what was not acknowledged. */
const maxStoreMs = 3000;

const readBytes = collectUpTo(maxBodyBytes);

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** @throws unavailable when the store has not answered in time; what it does then is found by the repeat */
async function inTime<T>(work: Promise<T>, maxMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unavailable('The webhook could not be stored in time.')), maxMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

const signatureInvalid = () =>
  unauthenticated('signature_invalid', 'The signature of the webhook is missing, wrong or too old.', {
    headers: { 'WWW-Authenticate': 'Signature' },
  });

/** Reads the bytes of a request and verifies them. Nothing is parsed before that. */
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

/** @throws method_not_allowed; a HEAD would be a GET whose answer nobody reads */
function requireMethod({ methods }: Receiver, { method }: Request): void {
  if (methods.some((taken) => taken === method)) return;
  const allow = methods.join(', ');
  throw new Fault('method_not_allowed', 'method_not_allowed', `This path supports only ${allow}.`, {
    headers: { Allow: allow },
  });
}

/**
 * Makes the handler of one provider's webhooks: raw bytes, signature, receipt, 2xx. A 2xx is the promise that the webhook
 * is stored; NATS has no part in it. Repeats get the same answer.
 *
 * Its refusals are method_not_allowed, too_large, unauthenticated, invalid for a body that can't be parsed, and
 * unavailable.
 */
export function receiveWebhooks(receiver: Receiver, { store, rejections }: Receiving) {
  return async (request: Request, response: Response): Promise<void> => {
    requireMethod(receiver, request);
    const webhook = await verifyRequest(receiver, rejections, { request, response });
    const keep = () => inTime(storeReceipt(store, webhook), maxStoreMs);
    const { mediaType, body } = await receiver.answer(webhook, keep);
    response.status(200).set({ 'Content-Type': mediaType, 'Cache-Control': 'no-store' }).end(body);
  };
}
