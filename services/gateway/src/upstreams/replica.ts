import type { LookupFunction } from 'node:net';
import type { Request, Response } from 'express';
import type { Dispatcher } from 'undici';
import type { HeldRequest } from './held-request.ts';

/** The time-outs of the gateway for a replica, in milliseconds. */
export interface ReplicaTimeouts {
  /** For the beginning of its answer. */
  answerMs: number;
  /** For silence within its answer. */
  silenceMs: number;
}

/** One running copy of a service. */
export interface Replica {
  readonly url: string;
  /** Its IP address if each address of the host is a replica of its own; null otherwise. */
  readonly ip: string | null;
  /** The look-up of its host for new connections. */
  readonly lookup: LookupFunction;
  /** Its URL and its IP address if it has one, for the log. */
  readonly name: string;
  /** Whether its `/readyz` was last seen 2xx; true until it is first asked. */
  isReady: boolean;
  /** Whether its last readiness announced its end. */
  isLeaving: boolean;
  /** Whether its last readiness reported an unavailable database. */
  isWithoutStore: boolean;
  /** The time until which others are preferred after a refused assertion, in milliseconds of `performance.now()`. */
  refusesUntil: number;
  /** Failed connections since its last answer. */
  connectFailures: number;
  /** The time until which others are preferred after failed connections, in milliseconds of `performance.now()`. */
  outUntil: number;
  /** The time of its last answer or readiness, in milliseconds of `performance.now()`. */
  heardAt: number;
  /** The numbers of requests that were sent to it, and of answers that it has begun. */
  sent: number;
  answers: number;
  /** Whether its `/readyz` is polled rarely, because it gets no requests. */
  isResting: boolean;
  /** Requests an early poll, because it may be ending or gone, or is needed again. */
  hurry: () => void;
  /**
   * Sends it a held request. The attempt receives the result.
   *
   * @param timeouts the time-outs of the request
   */
  readonly dispatch: (
    held: HeldRequest,
    attempt: Dispatcher.DispatchHandler,
    timeouts: ReplicaTimeouts,
  ) => void;
  /** Streams a request with a registered exchange to it. The exchange receives the result. */
  readonly send: (request: Request, response: Response) => void;
  /** Stops taking requests. Running requests finish, then the connections close. */
  retire(): void;
  /** Closes its connections. */
  close(): Promise<void>;
}
