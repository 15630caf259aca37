import { unavailable } from '@pas/shared/errors/raise';
import CircuitBreaker from 'opossum';

/** The pause before a trial, after the circuit opened or a trial failed, in milliseconds. */
const resetMs = 1000;

/** The time in which the answer to a trial must begin, in milliseconds. */
const trialMs = 1500;

/**
 * The time without requests after which the stall is forgotten, in milliseconds. A ready upstream then gets all
 * requests. Otherwise a burst after a quiet minute would have one trial, and all others refused.
 */
const forgetMs = 5000;

/** The request that tests whether an upstream has recovered. */
export interface Trial {
  /** The answer has begun: the circuit closes. */
  succeed(): void;
  fail(): void;
  /** The client has left before the answer. The next request continues the trial. */
  leave(): void;
}

/** The circuit breaker of an upstream: while the upstream stalls, requests are refused at once. */
export interface Breaker {
  readonly isOpen: boolean;
  /**
   * Lets a request pass. The circuit closes for the first one after a time without any, if the upstream is ready.
   *
   * @returns the trial that the request is; null while the circuit is closed
   * @throws unavailable while the circuit is open
   */
  enter(): Trial | null;
  open(): void;
  /** Stops its timers. */
  stop(): void;
}

/** The state of the upstream that the breaker reads. */
export interface BreakerSource {
  /** Whether any replica is ready. Without one there is no trial. */
  isServing: () => boolean;
  /** Whether the replicas report that their database is unavailable. */
  isWithoutStore: () => boolean;
}

/** The refusal names a missing database, as the service itself would. */
const refusal = ({ isWithoutStore }: BreakerSource): Error =>
  isWithoutStore()
    ? unavailable('The data store is unavailable at the moment. Try again.', 'store_unavailable')
    : unavailable('The service does not answer at the moment. Try again.', 'upstream_unavailable');

/**
 * Makes the trials of a circuit, one at a time. The next request continues a trial whose client has left.
 *
 * @param fire tells the circuit of the outcome; rejects when it takes too long
 */
function createTrials(fire: (outcome: Promise<void>) => Promise<unknown>) {
  let left: (() => Trial) | null = null;
  const begin = (): Trial => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (): void => void (left = null);
    fire(promise).then(end, end);
    const hold = (): Trial => {
      let isHeld = true;
      const once = (act: () => void) => (): void => {
        if (isHeld) act();
        isHeld = false;
      };
      return {
        succeed: once(resolve),
        fail: once(() => reject(new Error('the trial failed'))),
        leave: once(() => void (left = hold)),
      };
    };
    return hold();
  };
  return {
    isLeft: (): boolean => left !== null,
    take(): Trial {
      const next = left ?? begin;
      left = null;
      return next();
    },
  };
}

/**
 * Creates a closed circuit. A closed circuit costs nothing. The waiting requests of the upstream show a stall, and
 * opossum manages state, pauses and trials.
 *
 * @param report called at each change
 */
export function createBreaker(source: BreakerSource, report: (isOpen: boolean) => void): Breaker {
  const circuit = new CircuitBreaker((outcome: Promise<void>) => outcome, {
    timeout: trialMs,
    resetTimeout: resetMs,
    // The statistics are not used. Their timer would wake the process each second.
    rollingCountTimeout: 3_600_000,
    rollingCountBuckets: 1,
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
  });
  let isOpen = false;
  /** The time of the last request at the open circuit, in milliseconds of `performance.now()`. */
  let askedAt = 0;
  const trials = createTrials((outcome) => circuit.fire(outcome));
  const change = (isOpenNow: boolean): void => {
    if (isOpen !== isOpenNow) report(isOpenNow);
    isOpen = isOpenNow;
    askedAt = performance.now();
  };
  circuit.on('open', () => change(true));
  circuit.on('close', () => change(false));
  return {
    get isOpen() {
      return isOpen;
    },
    enter() {
      if (!isOpen) return null;
      const isForgotten = performance.now() - askedAt >= forgetMs;
      askedAt = performance.now();
      if (!(trials.isLeft() || circuit.pendingClose) || !source.isServing()) throw refusal(source);
      if (isForgotten) {
        circuit.close();
        return null;
      }
      return trials.take();
    },
    open() {
      if (!isOpen) circuit.open();
    },
    stop: () => circuit.shutdown(),
  };
}
