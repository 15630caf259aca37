import type { Request, Response } from 'express';
import { networkOf } from '@pas/platform/http/network-of';
import type { Client } from './client.ts';
import { enterBulkhead, type Bulkhead } from './upstreams/bulkheads.ts';
import { registerExchange } from './upstreams/exchange.ts';
import { hasBody } from './upstreams/no-body.ts';
import type { Replica } from './upstreams/replica.ts';
import { bodyTooLarge } from '@pas/platform/errors/raise';
import { isConnectFailure, isReplicaLost, noReplica, toUpstreamFault } from './upstreams/upstream-errors.ts';

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

/**
 * Forwards a request to a replica of the bulkhead's upstream. If the replica is lost and a retry is safe, forwards it
 * to another replica, so that clients do not notice the loss.
 *
 * @throws unavailable, rate_limited, too_large, bad_upstream, upstream_timeout
 */
export async function forward(
  request: Request,
  response: Response,
  { bulkhead, client }: { bulkhead: Bulkhead; client: Client },
): Promise<void> {
  const { bodyLimitBytes } = bulkhead.group;
  requireFittingBody(request, bodyLimitBytes);
  enterBulkhead(bulkhead, response, networkOf(client.address));
  let settle: (error: Error | null) => void = () => undefined;
  response.once('close', () => settle(null));
  const attempt = (replica: Replica): Promise<Error | null> =>
    new Promise((resolve) => {
      settle = resolve;
      registerExchange(response, { group: bulkhead.group, fail: resolve });
      replica.send(request, response);
    });
  const tried = new Set<Replica>();
  for (;;) {
    const replica = bulkhead.upstream.choose(tried);
    if (!replica) throw noReplica();
    tried.add(replica);
    const error = await attempt(replica);
    if (!error) return;
    const isLast = tried.size >= Math.min(maxAttempts, bulkhead.upstream.replicas.length);
    if (isLast || !canRetry(request, error)) throw toUpstreamFault(error, bodyLimitBytes);
    // Each attempt leaves its listeners behind.
    for (const emitter of [request, response]) emitter.setMaxListeners(emitter.getMaxListeners() + 10);
  }
}
