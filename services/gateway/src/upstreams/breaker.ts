import { unavailable } from '@pas/shared/errors/raise';
import CircuitBreaker from 'opossum';

/** How long nothing is sent after the circuit has opened, or a trial has failed, in milliseconds. */
const resetMs = 1000;

/** How long the upstream may take to begin the answer to a trial, in milliseconds. */
const trialMs = 1500;

/**
 * After this time without a request, in milliseconds, nothing is known of the stall any more: a ready upstream gets all
 * requests again. Of a crowd that comes after a quiet minute, one request would be the trial, and the others be refused.
 */
const forgetMs = 5000;

/** The request that shows whether an upstream is back. */
export interface Trial {
  /** The answer has begun: the circuit closes. */
  succeed(): void;
  fail(): void;
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
  /** Ends its timers. */
  stop(): void;
}

/** What the breaker asks of the upstream. */
export interface BreakerSource {
  /** Whether any replica says that it is ready; no trial is made before. */
  isServing: () => boolean;
  /** Whether the replicas say that they lack their database. */
  isWithoutStore: () => boolean;
}

/** A service without its database would say so itself, if it were asked. */
const refusal = ({ isWithoutStore }: BreakerSource): Error =>
  isWithoutStore()
    ? unavailable('The data store is unavailable at the moment. Try again.', 'store_unavailable')
    : unavailable('The service does not answer at the moment. Try again.', 'upstream_unavailable');

/**
 * Creates a closed circuit. It costs nothing while it is closed: the upstream's waiting requests show a stall, and
 * opossum keeps the state, the pauses and the trials.
 *
 * @param report told of each change
 */
export function createBreaker(source: BreakerSource, report: (isOpen: boolean) => void): Breaker {
  const circuit = new CircuitBreaker((outcome: Promise<void>) => outcome, {
    timeout: trialMs,
    resetTimeout: resetMs,
    // The statistics are not used; their timer would wake the process each second.
    rollingCountTimeout: 3_600_000,
    rollingCountBuckets: 1,
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
  });
  let isOpen = false;
  /** When a request last met the open circuit, in milliseconds of `performance.now()`. */
  let askedAt = 0;
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
      if (!circuit.pendingClose || !source.isServing()) throw refusal(source);
      if (isForgotten) {
        circuit.close();
        return null;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      circuit.fire(promise).catch(() => undefined);
      return { succeed: resolve, fail: () => reject(new Error('the trial failed')) };
    },
    open() {
      if (!isOpen) circuit.open();
    },
    stop: () => circuit.shutdown(),
  };
}
