import { bodyTooLarge } from '@pas/platform/errors/raise';
import type { Request, Response } from 'express';
import { networkOf } from '@pas/platform/http/network-of';
import { enterBulkhead } from './upstreams/bulkheads.ts';
import { deliverHeld } from './upstreams/deliver-held.ts';
import { deliverStreamed } from './upstreams/deliver-streamed.ts';
import { hasBody } from './upstreams/has-body.ts';
import { holdRequest, isHeld } from './upstreams/held-request.ts';
import type { Passage } from './upstreams/passage.ts';
import { readSmallBody } from './upstreams/read-small-body.ts';

/** @throws too_large for a body that announces more than the group takes */
function requireFittingBody({ headers }: Request, limitBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
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
    return deliverStreamed(request, response, bulkhead);
  }
  // A body is read before a place is taken, so that a client that sends slowly takes none.
  const body = hasBody(request.headers) ? await readSmallBody(request) : null;
  if (response.closed || response.destroyed) return undefined;
  enterBulkhead(bulkhead, response, networkOf(client.address));
  return deliverHeld(holdRequest(request, group, body), response, passage);
}
