const tickMs = 250;

/** The least that a request has waited when it is told, in milliseconds. */
const toldAfterMs = 1000;

/** A request that was sent to a replica and that nobody has begun to answer. */
export interface WaitingRequest {
  /** In milliseconds of `performance.now()`. */
  readonly sentAt: number;
  /** Whether the service may rightly take long, or the request has not fully arrived. */
  isPatient(): boolean;
  /** Told four times a second from the first second on. */
  wait(waitedMs: number): void;
}

/** The waiting requests of an upstream, in the order of their sending. */
export interface WaitingRequests {
  add(request: WaitingRequest): void;
  delete(request: WaitingRequest): void;
}

/**
 * Keeps the requests that wait, and tells those that have waited for a second. One timer for all, that only runs while
 * there are any: a timer for each request would cost more than the rest of the way.
 *
 * @param look called with all of them at each turn, after they were told
 */
export function createWaitingRequests(
  look: (requests: ReadonlySet<WaitingRequest>, now: number) => void,
): WaitingRequests {
  const requests = new Set<WaitingRequest>();
  let timer: NodeJS.Timeout | undefined;
  let tickedAt = 0;

  const tell = (now: number): void => {
    // One that is added meanwhile comes last.
    for (const request of requests) {
      const waitedMs = now - request.sentAt;
      if (waitedMs < toldAfterMs) return;
      request.wait(waitedMs);
    }
  };
  const tick = (): void => {
    const now = performance.now();
    // This process itself has stalled; answers may wait in its sockets.
    const hasStalled = now - tickedAt > 3 * tickMs;
    tickedAt = now;
    if (requests.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    if (hasStalled) return;
    tell(now);
    look(requests, now);
  };

  return {
    add(request) {
      requests.add(request);
      if (timer) return;
      tickedAt = performance.now();
      timer = setInterval(tick, tickMs).unref();
    },
    delete: (request) => void requests.delete(request),
  };
}
