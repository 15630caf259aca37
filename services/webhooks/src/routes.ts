import { classifyRequest, nameRoute } from '@pas/platform/http/access-log';
import { unauthenticated } from '@pas/shared/errors/raise';
import { principalOf } from '@pas/platform/http/route-guard';
import { Router, type RequestHandler } from 'express';
import type { Receiver } from './providers/receiver.ts';
import { pathOf } from './providers/signed-request.ts';
import { receiveWebhook, type ReceiverDependencies } from './receive.ts';

/** Refuses all callers except providers, who prove their identity with a signature. */
const requireProvider: RequestHandler = (_request, response, next) => {
  if (principalOf(response).kind === 'provider') return next();
  throw unauthenticated('token_invalid', 'This route does not accept these credentials.');
};

/** Finds the receiver of a raw path; undefined for an unknown path. Other spellings are unknown paths. */
export const findReceiver = (receivers: readonly Receiver[], path: string): Receiver | undefined =>
  receivers.find(
    (receiver) => path === receiver.path || (receiver.hasPathsBelow && path.startsWith(`${receiver.path}/`)),
  );

/** Mounts the receivers. They need raw bytes, because a body must not be parsed before its verification. */
export function webhookReceivers(receivers: readonly Receiver[], dependencies: ReceiverDependencies): Router {
  const receive: RequestHandler = (request, response, next) => {
    const receiver = findReceiver(receivers, pathOf(request.originalUrl));
    if (!receiver) return next();
    nameRoute(response, receiver.path);
    classifyRequest(response, 'webhook');
    return receiveWebhook(dependencies, receiver, { request, response });
  };
  return Router({ caseSensitive: true, strict: true }).use(requireProvider, receive);
}
