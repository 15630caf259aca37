import { assertionRefusals } from '@pas/platform/metrics/upstream-metrics';
import type { Request, Response } from 'express';
import type { Trial } from './breaker.ts';
import type { Bulkhead } from './bulkheads.ts';
import { registerExchange } from './exchange.ts';
import { isUpload } from './held-request.ts';
import type { Replica } from './replica.ts';
import { AssertionRefused, noReplica, toUpstreamFault } from './upstream-errors.ts';
import type { WaitingRequest } from './waiting-requests.ts';

/** A request that cannot be sent again, with its body where that was read before. */
interface Streamed {
  request: Request;
  response: Response;
  body: Buffer | null;
}

/** Sends a request to a replica; resolves with the failure, or with null once the answer is out or the client gone. */
function send(
  { request, response, body }: Streamed,
  { group, circuit }: Bulkhead,
  { replica, trial }: { replica: Replica; trial: Trial | null },
): Promise<Error | null> {
  const entry: WaitingRequest = {
    sentAt: performance.now(),
    isPatient: () => !request.complete || isUpload(group),
    // It is asked whether it is ready; only a frozen one does not say.
    wait: () => replica.hurry(),
  };
  return new Promise((resolve) => {
    const leaveWaiting = circuit.waiting.add(entry);
    const settle = (error: Error | null): void => {
      leaveWaiting();
      trial?.fail();
      resolve(error);
    };
    const begin = (): void => {
      circuit.answeredAt = replica.heardAt;
      leaveWaiting();
      trial?.succeed();
    };
    response.on('close', () => settle(null));
    registerExchange(response, { group, body, begin, fail: settle });
    replica.send(request, response);
  });
}

/**
 * Sends a request to a replica that must not get it twice, so a failure is final. Resolves when the answer is out or
 * the client gone.
 *
 * @throws unavailable, too_large, bad_upstream, upstream_timeout
 */
export async function deliverStreamed(streamed: Streamed, bulkhead: Bulkhead): Promise<void> {
  const { group, upstream, circuit } = bulkhead;
  const trial = circuit.breaker.enter();
  const replica = upstream.choose([]);
  if (!replica) throw noReplica();
  const error = await send(streamed, bulkhead, { replica, trial });
  if (!error) return;
  if (error instanceof AssertionRefused) {
    assertionRefusals.inc({ upstream: upstream.audience, outcome: 'failed' });
  }
  throw toUpstreamFault(error, group.bodyLimitBytes);
}
