import { unauthenticated } from '@pas/shared/errors/raise';
import { principalOf } from '@pas/platform/http/route-guard';
import { Router, type RequestHandler } from 'express';
import { receiveWebhooks, type Receiving } from './receive.ts';
import type { PlacedReceiver } from './receivers.ts';

/** Refuses all callers except providers, who prove their identity by a signature. */
const requireProvider: RequestHandler = (_request, response, next) => {
  if (principalOf(response).kind === 'provider') return next();
  throw unauthenticated('token_invalid', 'This route does not accept these credentials.');
};

/** Whether a raw path belongs to a receiver. Other spellings are unknown paths. */
const isFor = (path: string, { path: own, hasPathsBelow }: PlacedReceiver): boolean =>
  path === own || (hasPathsBelow && path.startsWith(`${own}/`));

/** Finds the receiver of a raw path; undefined for an unknown path. */
export const findReceiver = <Placed extends PlacedReceiver>(
  placed: readonly Placed[],
  path: string,
): Placed | undefined => placed.find((receiver) => isFor(path, receiver));

/** Mounts the receivers. They need raw bytes, because a body must not be parsed before its verification. */
export function webhookReceivers(placed: readonly PlacedReceiver[], receiving: Receiving): Router {
  const handlers = placed.map((receiver) => ({ ...receiver, handle: receiveWebhooks(receiver, receiving) }));
  const receive: RequestHandler = (request, response, next) => {
    const path = request.originalUrl.split('?', 1)[0] ?? '';
    const found = findReceiver(handlers, path);
    return found ? found.handle(request, response) : next();
  };
  return Router({ caseSensitive: true, strict: true }).use(requireProvider, receive);
}
