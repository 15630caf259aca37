import { unauthenticated } from '@pas/shared/errors/raise';
import { principalOf } from '@pas/platform/http/route-guard';
import { Router, type RequestHandler } from 'express';
import { receiveWebhooks, type Receiving } from './receive.ts';
import type { PlacedReceiver } from './receivers.ts';

/** Providers prove themselves by their signature, here; no other caller has business with these paths. */
const requireProvider: RequestHandler = (_request, response, next) => {
  if (principalOf(response).kind === 'provider') return next();
  throw unauthenticated('token_invalid', 'This route does not accept these credentials.');
};

/** Whether a path as it was sent is a receiver's. Other spellings of it are unknown paths. */
const isFor = (path: string, { path: own, hasPathsBelow }: PlacedReceiver): boolean =>
  path === own || (hasPathsBelow && path.startsWith(`${own}/`));

/** The receiver of a path as it was sent; undefined where it is nobody's. */
export const findReceiver = <Placed extends PlacedReceiver>(
  placed: readonly Placed[],
  path: string,
): Placed | undefined => placed.find((receiver) => isFor(path, receiver));

/** The receivers, provider by provider. They take raw bytes: nothing may parse a body before it is verified. */
export function webhookReceivers(placed: readonly PlacedReceiver[], receiving: Receiving): Router {
  const handlers = placed.map((receiver) => ({ ...receiver, handle: receiveWebhooks(receiver, receiving) }));
  const receive: RequestHandler = (request, response, next) => {
    const path = request.originalUrl.split('?', 1)[0] ?? '';
    const found = findReceiver(handlers, path);
    return found ? found.handle(request, response) : next();
  };
  return Router({ caseSensitive: true, strict: true }).use(requireProvider, receive);
}
