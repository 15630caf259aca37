import { unauthenticated } from '@pas/shared/errors/raise';
import { principalOf } from '@pas/platform/http/route-guard';
import { Router, type RequestHandler } from 'express';

/** Providers prove themselves by their signature, here; no other caller has business with these paths. */
const requireProvider: RequestHandler = (_request, response, next) => {
  if (principalOf(response).kind === 'provider') return next();
  throw unauthenticated('token_invalid', 'This route does not accept these credentials.');
};

/** The receivers, provider by provider. They take raw bytes: nothing may parse a body before it is verified. */
export function webhookReceivers(): Router {
  return Router({ caseSensitive: true, strict: true }).use(requireProvider);
}
