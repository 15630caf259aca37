/**
 * Holders that request a place: one name for each kind of holder, in the order of the weights. Null where the request
 * has no holder of that kind, such as a tenant before a log-in.
 */
export type Holders = readonly (string | null)[];

/** Outcome of a request for a place. `own_share_full`: places are free, but this holder has its full share. */
export type Outcome = 'taken' | 'own_share_full' | 'full';

/** A limited number of places. One holder cannot take all of them. */
export interface FairPlaces {
  readonly places: number;
  readonly inUse: number;
  /** Takes a place if one is free for these holders now. */
  tryTake(holders: Holders): Outcome;
  /**
   * Takes a place, and waits for one if the options allow it.
   *
   * @param signal ends the wait with the present outcome
   */
  take(holders: Holders, signal: AbortSignal): Promise<Outcome>;
  /** Releases a place that these holders have taken. */
  release(holders: Holders): void;
}

interface WaitLimits {
  /** The longest wait of a request, in milliseconds. */
  maxMs: number;
  /** Maximum waiting requests, in total and for one holder of the first kind. */
  max: number;
  maxEach: number;
}

export interface FairPlacesOptions {
  places: number;
  /** One weight for each kind of holder: the number of places that a holder may have for each free place. */
  weights: readonly number[];
  /** Without it, no request waits. */
  waiting?: WaitLimits;
}

interface Waiter {
  holders: Holders;
  settle(outcome: Outcome): void;
}

/** A kind of holder, with the number of places that each holder has. */
interface Kind {
  weight: number;
  held: Map<string, number>;
}

const heldBy = ({ held }: Kind, holder: string | null | undefined): number =>
  holder === null || holder === undefined ? 0 : (held.get(holder) ?? 0);

function addTo({ held }: Kind, holder: string | null | undefined, change: 1 | -1): void {
  if (holder === null || holder === undefined) return;
  const count = (held.get(holder) ?? 0) + change;
  if (count > 0) held.set(holder, count);
  else held.delete(holder);
}

/** Creates the queue of requests that wait for a place. */
function createQueue({ maxMs, max, maxEach }: WaitLimits, outcomeOf: (holders: Holders) => Outcome) {
  const waiters = new Set<Waiter>();
  const counts = new Map<string | null | undefined, number>();
  const countOf = (holder: string | null | undefined): number => counts.get(holder) ?? 0;
  const count = ([holder]: Holders, change: 1 | -1): void => {
    const changed = countOf(holder) + change;
    if (changed > 0) counts.set(holder, changed);
    else counts.delete(holder);
  };
  return {
    waiters,
    join(holders: Holders, signal: AbortSignal): Promise<Outcome> {
      if (waiters.size >= max) return Promise.resolve('full');
      if (countOf(holders[0]) >= maxEach) return Promise.resolve('own_share_full');
      return new Promise((resolve) => {
        const leave = (): void => waiter.settle(outcomeOf(holders));
        const timer = setTimeout(leave, maxMs);
        const waiter: Waiter = {
          holders,
          settle(outcome) {
            waiters.delete(waiter);
            count(holders, -1);
            clearTimeout(timer);
            signal.removeEventListener('abort', leave);
            resolve(outcome);
          },
        };
        waiters.add(waiter);
        count(holders, 1);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}

/** Counts the places of each holder, and decides whether a holder may have one more. */
function countHolders({ places, weights }: Pick<FairPlacesOptions, 'places' | 'weights'>) {
  const kinds: readonly Kind[] = weights.map((weight) => ({ weight, held: new Map() }));
  let inUse = 0;
  return {
    inUse: () => inUse,
    heldByFirst: (holders: Holders): number => (kinds[0] ? heldBy(kinds[0], holders[0]) : 0),
    outcomeOf(holders: Holders): Outcome {
      const free = places - inUse;
      if (free <= 0) return 'full';
      for (let at = 0; at < kinds.length; at += 1) {
        const kind = kinds[at];
        if (kind && heldBy(kind, holders[at]) >= kind.weight * free) return 'own_share_full';
      }
      return 'taken';
    },
    count(holders: Holders, change: 1 | -1): void {
      inUse += change;
      for (let at = 0; at < kinds.length; at += 1) {
        const kind = kinds[at];
        if (kind) addTo(kind, holders[at], change);
      }
    },
  };
}

/**
 * Makes places that are shared fairly. A holder gets a place while it holds fewer than its weight times the free places
 * (dynamic thresholds). Source: Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet
 * Switches", 1998.
 *
 * One holder alone gets weight / (1 + weight) of the places: a half with weight 1, two thirds with weight 2. The share
 * of each holder shrinks as more holders take all that they can. Some places stay free for a holder that comes later.
 * Nothing is reserved for an idle holder.
 *
 * The next waiting request is the one whose holder of the first kind has the fewest places, then the oldest.
 */
export function createFairPlaces({ places, weights, waiting }: FairPlacesOptions): FairPlaces {
  const counts = countHolders({ places, weights });
  const tryTake = (holders: Holders): Outcome => {
    const outcome = counts.outcomeOf(holders);
    if (outcome === 'taken') counts.count(holders, 1);
    return outcome;
  };
  // A wait may time out while a place is free; the outcome is a refusal then, too.
  const refusalOf = (holders: Holders): Outcome =>
    counts.outcomeOf(holders) === 'full' ? 'full' : 'own_share_full';
  const queue = waiting ? createQueue(waiting, refusalOf) : null;

  const hasOneKind = weights.length === 1;
  const chooseWaiter = (): Waiter | undefined => {
    let [chosen, fewest]: [Waiter | undefined, number] = [undefined, Infinity];
    // With one kind of holder, the oldest request of each decides for its thousands of others.
    const seen = new Set<string | null | undefined>();
    for (const waiter of queue?.waiters ?? []) {
      if (hasOneKind && seen.has(waiter.holders[0])) continue;
      seen.add(waiter.holders[0]);
      const held = counts.heldByFirst(waiter.holders);
      if (held < fewest && counts.outcomeOf(waiter.holders) === 'taken') [chosen, fewest] = [waiter, held];
      if (fewest === 0) break;
    }
    return chosen;
  };
  const admitWaiters = (): void => {
    for (let waiter = chooseWaiter(); waiter; waiter = chooseWaiter()) {
      counts.count(waiter.holders, 1);
      waiter.settle('taken');
    }
  };

  return {
    places,
    get inUse() {
      return counts.inUse();
    },
    tryTake,
    take(holders, signal) {
      const outcome = tryTake(holders);
      if (outcome === 'taken' || !queue || signal.aborted) return Promise.resolve(outcome);
      return queue.join(holders, signal);
    },
    release(holders) {
      counts.count(holders, -1);
      if (queue) admitWaiters();
    },
  };
}
