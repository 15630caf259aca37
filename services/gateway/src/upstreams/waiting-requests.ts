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
export interface WaitingRequests extends Iterable<WaitingRequest> {
  /** @returns ends the wait of the request; a second call does nothing */
  add(request: WaitingRequest): () => void;
}

/** A request in the list. Its neighbours are null where it is the first or the last one, and once it is taken out. */
interface Entry {
  readonly request: WaitingRequest;
  before: Entry | null;
  after: Entry | null;
}

/**
 * A list in the order of adding, whose entries are taken out anywhere.
 *
 * It is no Set: a Set that is added to and deleted from all the time moves its entries to a new table again and again, and
 * each old table keeps those that were in it. Once an old table is in the old generation of the heap, every request with
 * all that belongs to it survives until the next full collection.
 */
class RequestList implements Iterable<WaitingRequest> {
  #first: Entry | null = null;
  #last: Entry | null = null;

  get isEmpty(): boolean {
    return this.#first === null;
  }

  /** @returns takes the request out again; a second call does nothing */
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
      // Read first: the request may be taken out by what is done with it.
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
 * Keeps the requests that wait, and tells those that have waited for a second. One timer for all, that only runs while
 * there are any: a timer for each request would cost more than the rest of the way.
 *
 * @param look called with all of them at each turn, after they were told
 */
export function createWaitingRequests(
  look: (requests: Iterable<WaitingRequest>, now: number) => void,
): WaitingRequests {
  const requests = new RequestList();
  let timer: NodeJS.Timeout | undefined;
  let tickedAt = 0;

  const tell = (now: number): void => {
    // Listed first: a request that is told may end its own wait and that of others.
    const old = [...requests].filter((request) => now - request.sentAt >= toldAfterMs);
    for (const request of old) request.wait(now - request.sentAt);
  };
  const tick = (): void => {
    const now = performance.now();
    // This process itself has stalled; answers may wait in its sockets.
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
