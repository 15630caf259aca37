import { bodyTooLarge } from '@pas/platform/errors/raise';
import { assertionRefusals } from '@pas/platform/metrics/upstream-metrics';
import { assertionHeader } from '@pas/shared/principal/assertion';
import type { Request, Response } from 'express';
import type { Principal } from '@pas/shared/principal/principal';
import { networkOf } from './auth/failed-credentials.ts';
import type { Client } from './client.ts';
import { isSmallBody, readSmallBody } from './fair-shares/read-small-body.ts';
import type { RouteGroup } from './route-table.ts';
import { enterBulkhead, slowBodiesOf, type Bulkhead, type Entrant } from './upstreams/bulkheads.ts';
import { registerExchange } from './upstreams/exchange.ts';
import { hasBody } from './upstreams/no-body.ts';
import type { Replica } from './upstreams/replica.ts';
import {
  AssertionRefused,
  isConnectFailure,
  isReplicaLost,
  noReplica,
  toUpstreamFault,
} from './upstreams/upstream-errors.ts';

const maxAttempts = 3;

/** @throws too_large for a body that announces more than the group takes */
function requireFittingBody({ headers }: Request, limitBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
}

/**
 * A body is streamed once and cannot be sent again. A request without a body can be retried if it never arrived or
 * changes nothing.
 */
function canRetry(request: Request, error: Error): boolean {
  if (hasBody(request.headers) || !isReplicaLost(error)) return false;
  return isConnectFailure(error) || request.method === 'GET' || request.method === 'HEAD';
}

/** What a request is forwarded with. */
export interface Passage {
  bulkhead: Bulkhead;
  client: Client;
  /** The caller, whose share of the bulkhead is limited. */
  principal: Principal;
  /** Makes a new assertion in the place of one that was refused. */
  renewAssertion: () => Promise<string>;
}

/** Sends a request to a replica; resolves with the failure, or with null once the answer is out or the client gone. */
type Attempt = (replica: Replica) => Promise<Error | null>;

/** What all attempts to send a request have in common. */
interface Sent {
  group: RouteGroup;
  body: Buffer | null;
}

function createAttempt(request: Request, response: Response, sent: Sent): Attempt {
  let settle: (error: Error | null) => void = () => undefined;
  response.once('close', () => settle(null));
  return (replica) =>
    new Promise((resolve) => {
      settle = resolve;
      registerExchange(response, { ...sent, fail: resolve });
      if (response.closed) resolve(null);
      else replica.send(request, response);
    });
}

/**
 * Prepares the repetition of a request whose assertion was refused: once, with a new one, on another replica if there is
 * one. A body cannot be sent again.
 *
 * @returns whether the request may be sent again
 */
function createRenewal(request: Request, { bulkhead, renewAssertion }: Passage) {
  let isRenewed = false;
  return async (tried: Set<Replica>): Promise<boolean> => {
    const isRepeated = !isRenewed && !hasBody(request.headers);
    const labels = { upstream: bulkhead.upstream.audience, outcome: isRepeated ? 'repeated' : 'failed' };
    assertionRefusals.inc(labels);
    if (!isRepeated) return false;
    isRenewed = true;
    request.headers[assertionHeader] = await renewAssertion();
    // The choice prefers every other replica to the one that has just refused.
    tried.clear();
    return true;
  };
}

/**
 * Reads a small body before the request takes a place, and gives the request its place.
 *
 * @returns the body, or null for no body or one that is streamed; undefined if the client has left
 */
async function admit(bulkhead: Bulkhead, entrant: Entrant): Promise<Buffer | null | undefined> {
  const { request } = entrant;
  const isHeld = isSmallBody(request);
  const body = isHeld ? await readSmallBody(request, slowBodiesOf(bulkhead, entrant)) : null;
  if (isHeld && !body) return undefined;
  return (await enterBulkhead(bulkhead, entrant)) ? body : undefined;
}

/**
 * Forwards a request to a replica of the bulkhead's upstream. If the replica is lost and a retry is safe, forwards it
 * to another replica, so that clients do not notice the loss. A refused assertion is never passed on as a 401.
 *
 * @throws unavailable, rate_limited, too_large, request_timeout, bad_upstream, upstream_timeout
 */
export async function forward(request: Request, response: Response, passage: Passage): Promise<void> {
  const { group, upstream } = passage.bulkhead;
  requireFittingBody(request, group.bodyLimitBytes);
  const { bulkhead, client, principal } = passage;
  const network = networkOf(client.address);
  const body = await admit(bulkhead, { request, response, principal, network });
  if (body === undefined) return;
  const attempt = createAttempt(request, response, { group, body });
  const renew = createRenewal(request, passage);
  const tried = new Set<Replica>();
  for (;;) {
    const replica = upstream.choose(tried);
    if (!replica) throw noReplica();
    tried.add(replica);
    const error = await attempt(replica);
    if (!error) return;
    const isLast = tried.size >= Math.min(maxAttempts, upstream.replicas.length);
    const isRepeated =
      error instanceof AssertionRefused ? await renew(tried) : !isLast && canRetry(request, error);
    if (!isRepeated) throw toUpstreamFault(error, group.bodyLimitBytes);
    // Each attempt leaves its listeners behind.
    for (const emitter of [request, response]) emitter.setMaxListeners(emitter.getMaxListeners() + 10);
  }
}
