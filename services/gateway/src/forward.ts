import { bodyTooLarge } from '@pas/platform/errors/raise';
import type { Request, Response } from 'express';
import { allowLongBody } from '@pas/platform/http/body-time';
import { networkOf } from '@pas/platform/http/network-of';
import { isLongLived } from './fair-shares/place-classes.ts';
import { isSmallBody, readSmallBody } from './fair-shares/read-small-body.ts';
import { enterBulkhead, slowBodiesOf, type Bulkhead, type AdmissionRequest } from './upstreams/bulkheads.ts';
import { deliverHeld } from './upstreams/deliver-held.ts';
import { deliverStreamed } from './upstreams/deliver-streamed.ts';
import { deliverWaiting } from './upstreams/deliver-waiting.ts';
import { holdRequest, isHeld, isUpload } from './upstreams/held-request.ts';
import type { ForwardContext } from './upstreams/forward-context.ts';

/** @throws too_large for a body that announces more than the group takes */
function requireFittingBody({ headers }: Request, limitBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
}

/**
 * Reads a small body, then waits for a place for the request.
 *
 * @returns the body, or null for no body or one that is streamed; undefined if the client has left
 */
async function admit(bulkhead: Bulkhead, admission: AdmissionRequest): Promise<Buffer | null | undefined> {
  const { request } = admission;
  const isSmall = isSmallBody(request);
  const body = isSmall ? await readSmallBody(request, slowBodiesOf(bulkhead, admission)) : null;
  if (isSmall && !body) return undefined;
  return (await enterBulkhead(bulkhead, admission)) ? body : undefined;
}

/**
 * Forwards a request to a replica of the bulkhead's upstream. A held request is sent to another replica if the first is
 * lost and a repeat is safe. So clients do not notice the loss. The client never gets the 401 of a refused assertion.
 *
 * @throws unavailable, rate_limited, too_large, request_timeout, bad_upstream, upstream_timeout
 */
export async function forward(request: Request, response: Response, context: ForwardContext): Promise<void> {
  const { bulkhead, client, principal } = context;
  const { group } = bulkhead;
  requireFittingBody(request, group.bodyLimitBytes);
  if (isUpload(group)) allowLongBody(request);
  const network = networkOf(client.address);
  const body = await admit(bulkhead, { request, response, principal, network });
  if (body === undefined) return undefined;
  if (!isHeld(request, group)) return deliverStreamed({ request, response, body }, bulkhead);
  const deliver = isLongLived(request) ? deliverWaiting : deliverHeld;
  return deliver(holdRequest(request, group, body), response, context);
}
