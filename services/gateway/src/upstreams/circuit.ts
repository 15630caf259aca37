import { createBreaker, type Breaker, type BreakerSource } from './breaker.ts';
import { isStalled } from './find-stall.ts';
import type { Replica } from './replica.ts';
import { createWaitingRequests, type WaitingRequests } from './waiting-requests.ts';

/**
 * The circuit of one route group at its upstream. Groups share the replicas and nothing of this: requests of one group that
 * get no answer do not close the way for the others.
 */
export interface Circuit {
  /** The path prefix of the group. */
  readonly prefix: string;
  readonly breaker: Breaker;
  readonly waiting: WaitingRequests;
  /** When a replica last began to answer a request of the group, in milliseconds of `performance.now()`. */
  answeredAt: number;
}

/** What a circuit needs to know of its upstream. */
export interface CircuitSource extends BreakerSource {
  readonly replicas: readonly Replica[];
  report: (prefix: string, isOpen: boolean) => void;
}

/** Makes a closed circuit, which opens when the upstream stalls for the requests of this group. */
export function createCircuit(prefix: string, source: CircuitSource): Circuit {
  const { replicas, report } = source;
  const breaker = createBreaker(source, (isOpen) => report(prefix, isOpen));
  const circuit: Circuit = {
    prefix,
    breaker,
    answeredAt: 0,
    waiting: createWaitingRequests((requests, now) => {
      if (isStalled({ replicas, requests, answeredAt: circuit.answeredAt }, now)) breaker.open();
    }),
  };
  return circuit;
}
