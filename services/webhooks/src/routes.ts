import { unauthenticated } from '@pas/shared/errors/raise';
import { principalOf } from '@pas/platform/http/route-guard';
import { Router, type RequestHandler } from 'express';
import { receiveWebhooks, type ReceiverDependencies } from './receive.ts';
import type { ReceiverRoute } from './receivers.ts';

/** Refuses all callers except providers, who prove their identity by a signature. */
const requireProvider: RequestHandler = (_request, response, next) => {
  if (principalOf(response).kind === 'provider') return next();
  throw unauthenticated('token_invalid', 'This route does not accept these credentials.');
};

/** Whether a raw path belongs to a receiver. Other spellings are unknown paths. */
const isFor = (path: string, { path: own, hasPathsBelow }: ReceiverRoute): boolean =>
  path === own || (hasPathsBelow && path.startsWith(`${own}/`));

/** Finds the receiver of a raw path; undefined for an unknown path. */
export const findReceiver = <Route extends ReceiverRoute>(
  routes: readonly Route[],
  path: string,
): Route | undefined => routes.find((receiver) => isFor(path, receiver));

/** Mounts the receivers. They need raw bytes, because a body must not be parsed before its verification. */
export function webhookReceivers(
  routes: readonly ReceiverRoute[],
  dependencies: ReceiverDependencies,
): Router {
  const handlers = routes.map((receiver) => ({
    ...receiver,
    handle: receiveWebhooks(receiver, dependencies),
  }));
  const receive: RequestHandler = (request, response, next) => {
    const path = request.originalUrl.split('?', 1)[0] ?? '';
    const found = findReceiver(handlers, path);
    return found ? found.handle(request, response) : next();
  };
  return Router({ caseSensitive: true, strict: true }).use(requireProvider, receive);
}
