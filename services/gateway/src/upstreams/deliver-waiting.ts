import { setMaxListeners } from 'node:events';
import { unavailable } from '@pas/platform/errors/raise';
import type { Response } from 'express';
import { asksToWait, withoutWait } from '../fair-shares/place-classes.ts';
import { Delivery } from './deliver-held.ts';
import type { ForwardContext } from './forward-context.ts';
import type { HeldRequest } from './held-request.ts';
import { isEventStream } from './relay-answer.ts';

/** Sends a request until it is answered, its client leaves or the gateway stops. */
async function deliverUntilStop(
  held: HeldRequest,
  response: Response,
  context: ForwardContext,
): Promise<void> {
  const { stopping } = context;
  const delivery = new Delivery(held, response, context);
  const stop = (): void => {
    if (!response.headersSent) delivery.end();
    else if (isEventStream(response.getHeader('content-type'))) response.end();
  };
  setMaxListeners(0, stopping);
  stopping.addEventListener('abort', stop);
  await delivery.run().finally(() => stopping.removeEventListener('abort', stop));
}

/**
 * Sends a long poll or the request for an event stream to its service. A gateway that stops does not wait for them. It
 * sends the long poll again without its wait, and ends the stream. Programs then reconnect to another gateway.
 *
 * @throws unavailable, bad_upstream, upstream_timeout
 */
export async function deliverWaiting(
  held: HeldRequest,
  response: Response,
  context: ForwardContext,
): Promise<void> {
  const { stopping, bulkhead } = context;
  bulkhead.upstream.budget.earn();
  if (!stopping.aborted) await deliverUntilStop(held, response, context);
  if (response.closed) return;
  if (!asksToWait(held.path))
    throw unavailable('The gateway is stopping. Try again.', 'upstream_unavailable');
  await new Delivery({ ...held, path: withoutWait(held.path) }, response, context).run();
}
