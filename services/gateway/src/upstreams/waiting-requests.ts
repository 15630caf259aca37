const tickMs = 250;

/** The wait after which a request is notified, in milliseconds. */
const toldAfterMs = 1000;

/** A request that was sent to a replica and has no answer yet. */
export interface WaitingRequest {
  /** In milliseconds of `performance.now()`. */
  readonly sentAt: number;
  /** Whether the service may rightly take long, or the request has not fully arrived. */
  mayTakeLong(): boolean;
  /** Called four times a second after the first second. */
  wait(waitedMs: number): void;
}

/** The waiting requests of an upstream, in the order of their sending. */
export interface WaitingRequests extends Iterable<WaitingRequest> {
  /** @returns a function that ends the wait of the request; a second call does nothing */
  add(request: WaitingRequest): () => void;
}

/** A request in the list. Its neighbours are null at the ends of the list and after removal. */
interface Entry {
  readonly request: WaitingRequest;
  before: Entry | null;
  after: Entry | null;
}

/**
 * A linked list in the order of adding, with removal anywhere.
 *
 * A busy Set moves its entries to new tables again and again, and each old table still references its entries. Once an
 * old table is in the old generation of the heap, its requests survive until the next full collection.
 */
class RequestList implements Iterable<WaitingRequest> {
  #first: Entry | null = null;
  #last: Entry | null = null;

  get isEmpty(): boolean {
    return this.#first === null;
  }

  /** @returns a function that removes the request; a second call does nothing */
  add(request: WaitingRequest): () => void {
    const entry: Entry = { request, before: this.#last, after: null };
    if (this.#last) this.#last.after = entry;
    else this.#first = entry;
    this.#last = entry;
    let isIn = true;
    return () => {
      if (isIn) this.#takeOut(entry);
      isIn = false;
    };
  }

  *[Symbol.iterator](): Generator<WaitingRequest, undefined> {
    let entry = this.#first;
    while (entry) {
      // Read first, because the consumer may remove the request.
      const { request, after } = entry;
      yield request;
      entry = after;
    }
    return undefined;
  }

  #takeOut(entry: Entry): void {
    const { before, after } = entry;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    // A dead entry in the old generation must not keep its neighbours alive.
    entry.before = null;
    entry.after = null;
  }
}

/**
 * Tracks waiting requests, and notifies those that have waited for a second. All share one timer, which runs only while
 * requests wait. A timer for each request would cost more than forwarding it.
 *
 * @param look called with all waiting requests at each tick, after the notifications
 */
export function createWaitingRequests(
  look: (requests: Iterable<WaitingRequest>, now: number) => void,
): WaitingRequests {
  const requests = new RequestList();
  let timer: NodeJS.Timeout | undefined;
  let tickedAt = 0;

  const tell = (now: number): void => {
    // Listed first, because a notified request may end its own wait and that of others.
    const old = [...requests].filter((request) => now - request.sentAt >= toldAfterMs);
    for (const request of old) request.wait(now - request.sentAt);
  };
  const tick = (): void => {
    const now = performance.now();
    // After a stall of this process, answers may wait in its sockets.
    const hasStalled = now - tickedAt > 3 * tickMs;
    tickedAt = now;
    if (requests.isEmpty) {
      clearInterval(timer);
      timer = undefined;
    }
    if (hasStalled) return;
    tell(now);
    look(requests, now);
  };

  return {
    add(request) {
      const takeOut = requests.add(request);
      if (!timer) {
        tickedAt = performance.now();
        timer = setInterval(tick, tickMs).unref();
      }
      return takeOut;
    },
    [Symbol.iterator]: () => requests[Symbol.iterator](),
  };
}
