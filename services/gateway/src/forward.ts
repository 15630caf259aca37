import { bodyTooLarge } from '@pas/platform/errors/raise';
import { assertionRefusals } from '@pas/platform/metrics/upstream-metrics';
import type { Request, Response } from 'express';
import { networkOf } from './auth/failed-credentials.ts';
import { enterBulkhead, type Bulkhead } from './upstreams/bulkheads.ts';
import { deliverHeld } from './upstreams/deliver-held.ts';
import { registerExchange } from './upstreams/exchange.ts';
import { hasBody } from './upstreams/has-body.ts';
import { holdRequest, isHeld } from './upstreams/held-request.ts';
import type { Passage } from './upstreams/passage.ts';
import { readSmallBody } from './upstreams/read-small-body.ts';
import { AssertionRefused, noReplica, toUpstreamFault } from './upstreams/upstream-errors.ts';

/** @throws too_large for a body that announces more than the group takes */
function requireFittingBody({ headers }: Request, limitBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
}

/**
 * Streams a request to a replica. Its body cannot be sent again, so a failure is final. Resolves when the answer is out or
 * the client gone.
 */
async function stream(request: Request, response: Response, { group, upstream }: Bulkhead): Promise<void> {
  const replica = upstream.choose(new Set());
  if (!replica) throw noReplica();
  const error = await new Promise<Error | null>((resolve) => {
    response.once('close', () => resolve(null));
    registerExchange(response, { group, fail: resolve });
    replica.send(request, response);
  });
  if (!error) return;
  if (error instanceof AssertionRefused) {
    assertionRefusals.inc({ upstream: upstream.audience, outcome: 'failed' });
  }
  throw toUpstreamFault(error, group.bodyLimitBytes);
}

/**
 * Forwards a request to a replica of the bulkhead's upstream. A request that is held in memory is sent to another replica
 * if the first is lost, as far as that is safe, so that clients do not notice the loss. A refused assertion is never passed
 * on as a 401.
 *
 * @throws unavailable, rate_limited, too_large, request_timeout, bad_upstream, upstream_timeout
 */
export async function forward(request: Request, response: Response, passage: Passage): Promise<void> {
  const { bulkhead, client } = passage;
  const { group } = bulkhead;
  requireFittingBody(request, group.bodyLimitBytes);
  if (!isHeld(request, group)) {
    enterBulkhead(bulkhead, response, networkOf(client.address));
    return stream(request, response, bulkhead);
  }
  // A body is read before a place is taken, so that a client that sends slowly takes none.
  const body = hasBody(request.headers) ? await readSmallBody(request) : null;
  if (response.closed || response.destroyed) return undefined;
  enterBulkhead(bulkhead, response, networkOf(client.address));
  return deliverHeld(holdRequest(request, group, body), response, passage);
}
