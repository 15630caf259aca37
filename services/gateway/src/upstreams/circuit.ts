import { createBreaker, type Breaker, type BreakerSource } from './breaker.ts';
import { isStalled } from './find-stall.ts';
import type { Replica } from './replica.ts';
import { createWaitingRequests, type WaitingRequests } from './waiting-requests.ts';

/**
 * The circuit of one route group at its upstream. Groups share the replicas, but not the circuit. So requests of one
 * group without answers do not block other groups.
 */
export interface Circuit {
  /** The path prefix of the group. */
  readonly prefix: string;
  readonly breaker: Breaker;
  readonly waiting: WaitingRequests;
  /** The time of the last answer to a request of the group, in milliseconds of `performance.now()`. */
  answeredAt: number;
}

/** The state of the upstream that a circuit reads. */
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
