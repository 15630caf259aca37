import { bodyTooLarge } from '@pas/platform/errors/raise';
import { assertionRefusals } from '@pas/platform/metrics/upstream-metrics';
import { assertionHeader } from '@pas/shared/principal/assertion';
import type { Request, Response } from 'express';
import { networkOf } from '@pas/platform/http/network-of';
import type { Client } from './client.ts';
import type { RouteGroup } from './route-table.ts';
import { enterBulkhead, type Bulkhead } from './upstreams/bulkheads.ts';
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
  /** Makes a new assertion in the place of one that was refused. */
  renewAssertion: () => Promise<string>;
}

/** Sends a request to a replica; resolves with the failure, or with null once the answer is out or the client gone. */
type Attempt = (replica: Replica) => Promise<Error | null>;

function createAttempt(request: Request, response: Response, group: RouteGroup): Attempt {
  let settle: (error: Error | null) => void = () => undefined;
  response.once('close', () => settle(null));
  return (replica) =>
    new Promise((resolve) => {
      settle = resolve;
      registerExchange(response, { group, fail: resolve });
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
 * Forwards a request to a replica of the bulkhead's upstream. If the replica is lost and a retry is safe, forwards it
 * to another replica, so that clients do not notice the loss. A refused assertion is never passed on as a 401.
 *
 * @throws unavailable, rate_limited, too_large, bad_upstream, upstream_timeout
 */
export async function forward(request: Request, response: Response, passage: Passage): Promise<void> {
  const { group, upstream } = passage.bulkhead;
  requireFittingBody(request, group.bodyLimitBytes);
  enterBulkhead(passage.bulkhead, response, networkOf(passage.client.address));
  const attempt = createAttempt(request, response, group);
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
