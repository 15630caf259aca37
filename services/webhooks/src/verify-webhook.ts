import { Fault } from '@pas/platform/errors/fault';
import { collectUpTo } from '@pas/platform/http/receive-body';
import { unauthenticated } from '@pas/shared/errors/raise';
import type { Request, Response } from 'express';
import type { Receiver, VerifiedWebhook } from './providers/receiver.ts';
import { pathOf, type SignedRequest } from './providers/signed-request.ts';
import type { Rejections } from './receipts/record-rejections.ts';

/** A request with its response. */
export interface Exchange {
  request: Request;
  response: Response;
}

/** The largest body, JSON or form, in bytes. */
const maxBodyBytes = 1024 * 1024;

const readBytes = collectUpTo(maxBodyBytes);

const signatureInvalid = () =>
  unauthenticated('signature_invalid', 'The signature of the webhook is missing, wrong or too old.', {
    headers: { 'WWW-Authenticate': 'Signature' },
  });

/** @throws method_not_allowed, also for HEAD */
function requireMethod({ methods }: Receiver, { method }: Request): void {
  if (methods.some((allowed) => allowed === method)) return;
  const allow = methods.join(', ');
  throw new Fault('method_not_allowed', 'method_not_allowed', `This path supports only ${allow}.`, {
    headers: { Allow: allow },
  });
}

/**
 * Reads the bytes of a request and verifies their signature. Nothing is parsed before the verification.
 *
 * @throws method_not_allowed, too_large, unauthenticated, invalid for a malformed body
 */
export async function verifyWebhook(
  receiver: Receiver,
  rejections: Rejections,
  { request, response }: Exchange,
): Promise<VerifiedWebhook> {
  requireMethod(receiver, request);
  const { provider, verify, read } = receiver;
  const { method, originalUrl: url, headers } = request;
  const signed: SignedRequest = { method, url, headers };
  const rawBody = await readBytes(request, response);
  const verdict = verify(signed, rawBody, Date.now());
  if (!verdict.isValid) {
    rejections.record({ provider, path: pathOf(url), reason: verdict.reason });
    throw signatureInvalid();
  }
  return { provider, request: signed, rawBody, summary: read(signed, rawBody) };
}
