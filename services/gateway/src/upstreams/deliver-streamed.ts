import type { ClientRequest } from 'node:http';
import { assertionRefusals } from '@pas/platform/metrics/upstream-metrics';
import type { Request, Response } from 'express';
import type { Trial } from './breaker.ts';
import type { Bulkhead } from './bulkheads.ts';
import { registerExchange } from './exchange.ts';
import { isUpload, isWebhook } from './held-request.ts';
import { isHedgeDue } from './hedge.ts';
import type { Replica } from './replica.ts';
import { markUnready } from './replica-signs.ts';
import {
  AssertionRefused,
  isConnectFailure,
  isReplicaLost,
  noReplica,
  ReplicaSilent,
  toUpstreamFault,
} from './upstream-errors.ts';
import type { WaitingRequest } from './waiting-requests.ts';

/** A request that goes through the proxy, with its body if that was read before. */
interface StreamedRequest {
  request: Request;
  response: Response;
  body: Buffer | null;
}

/** A streamed request on its way to the replicas of an upstream. */
interface StreamedDelivery {
  readonly streamed: StreamedRequest;
  readonly bulkhead: Bulkhead;
  readonly trial: Trial | null;
  /** The replicas tried so far, the current one last. */
  readonly tried: Replica[];
  /** Whether a second execution has no further effect, and all bytes are in memory. */
  readonly canRepeat: boolean;
}

/** Whether the request may leave a replica that has not answered it yet. */
function mayLeave(
  { bulkhead: { upstream }, tried, canRepeat }: StreamedDelivery,
  { isHeard, waitedMs }: { isHeard: boolean; waitedMs: number },
): boolean {
  if (!canRepeat || !isHedgeDue(waitedMs, { isHeard, mayTakeLong: true })) return false;
  return upstream.chooseServing(tried) !== undefined && upstream.budget.spend();
}

/**
 * Sends a request to a replica. Resolves with the failure, or with null when the answer is sent or the client has left.
 */
function send(delivery: StreamedDelivery, replica: Replica): Promise<Error | null> {
  const { streamed, bulkhead, trial } = delivery;
  const { request, response, body } = streamed;
  const { group, circuit } = bulkhead;
  let sent: ClientRequest | null = null;
  const entry: WaitingRequest = {
    sentAt: performance.now(),
    mayTakeLong: () => !request.complete || isUpload(group),
    wait(waitedMs) {
      // Its readiness is requested now. Only a frozen replica does not answer.
      replica.hurry();
      if (!mayLeave(delivery, { isHeard: replica.heardAt > entry.sentAt, waitedMs })) return;
      markUnready(replica);
      sent?.destroy(new ReplicaSilent());
    },
  };
  return new Promise((resolve) => {
    const leaveWaiting = circuit.waiting.add(entry);
    const settle = (error: Error | null): void => {
      leaveWaiting();
      response.off('close', finish);
      resolve(error);
    };
    const finish = (): void => {
      trial?.leave();
      settle(null);
    };
    const begin = (): void => {
      circuit.answeredAt = replica.heardAt;
      leaveWaiting();
      trial?.succeed();
    };
    response.on('close', finish);
    registerExchange(response, { group, body, start: (outgoing) => (sent = outgoing), begin, fail: settle });
    replica.send(request, response);
  });
}

/** Chooses another replica for a request that has failed; undefined if it must not be sent again. */
function chooseAfter(
  error: Error,
  { streamed, bulkhead, tried, canRepeat }: StreamedDelivery,
): Replica | undefined {
  const { upstream } = bulkhead;
  // Without its bytes the request cannot be repeated, even if the replica received none of them.
  if (streamed.body === null) return undefined;
  if (isConnectFailure(error)) return upstream.choose(tried);
  if (!canRepeat || !isReplicaLost(error)) return undefined;
  const other = upstream.chooseServing(tried);
  return other && (error instanceof ReplicaSilent || upstream.budget.spend()) ? other : undefined;
}

/** Sends a request to one replica after the other; resolves with the last failure, or with null. */
async function tryReplicas(delivery: StreamedDelivery): Promise<Error | null> {
  let replica = delivery.bulkhead.upstream.choose([]);
  if (!replica) throw noReplica();
  for (;;) {
    delivery.tried.push(replica);
    const error = await send(delivery, replica);
    const other = error && chooseAfter(error, delivery);
    if (!other) return error;
    replica = other;
  }
}

/**
 * Sends a request through the proxy. Resolves when the answer is sent or the client has left.
 *
 * A webhook in memory is sent to another replica if its own is lost or silent. That is safe, because the service
 * handles each event once. For all other requests a failure is final after the first byte was sent.
 *
 * @throws unavailable, too_large, bad_upstream, upstream_timeout
 */
export async function deliverStreamed(streamed: StreamedRequest, bulkhead: Bulkhead): Promise<void> {
  const { group, upstream, circuit } = bulkhead;
  const trial = circuit.breaker.enter();
  const canRepeat = isWebhook(group) && streamed.body !== null;
  if (canRepeat) upstream.budget.earn();
  const delivery = { streamed, bulkhead, trial, tried: [], canRepeat };
  const error = await tryReplicas(delivery).finally(() => trial?.fail());
  if (!error) return;
  if (error instanceof AssertionRefused) {
    assertionRefusals.inc({ upstream: upstream.audience, outcome: 'failed' });
  }
  throw toUpstreamFault(error, group.bodyLimitBytes);
}
