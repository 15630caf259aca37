import type { Request, Response } from 'express';
import type { Dispatcher } from 'undici';
import type { HeldRequest } from './held-request.ts';

/** How long the gateway waits for a replica, in milliseconds. */
export interface Patience {
  /** For the beginning of its answer. */
  answerMs: number;
  /** While it says nothing in the middle of its answer. */
  silenceMs: number;
}

/** One running copy of a service. */
export interface Replica {
  readonly url: string;
  /** Its IP address where each address of the host is a replica of its own; null otherwise. */
  readonly ip: string | null;
  /** Its URL, with its address where it has one: for the log. */
  readonly name: string;
  /** Whether its `/readyz` was last seen 2xx; true until it is first asked. */
  isReady: boolean;
  /** Whether it said, with its last readiness, that it is about to end. */
  isLeaving: boolean;
  /** Whether it said, with its last readiness, that it cannot reach its database. */
  isWithoutStore: boolean;
  /** Until when others are preferred, since it has refused an assertion, in milliseconds of `performance.now()`. */
  refusesUntil: number;
  /** Failures to connect since it was last heard. */
  connectFailures: number;
  /** Until when others are preferred, since it could not be reached, in milliseconds of `performance.now()`. */
  outUntil: number;
  /** When it last began to answer a request or said whether it is ready, in milliseconds of `performance.now()`. */
  heardAt: number;
  /** Requests that it was sent, and those that it has begun to answer. */
  sent: number;
  answers: number;
  /** Whether it is seldom asked for its `/readyz`, since nobody sends it anything. */
  isResting: boolean;
  /** Has it asked soon: there is a sign that it is leaving or gone, or it is needed again. */
  hurry: () => void;
  /**
   * Sends it a held request. The attempt hears how that ends.
   *
   * @param patience how long it may take
   */
  readonly dispatch: (held: HeldRequest, attempt: Dispatcher.DispatchHandler, patience: Patience) => void;
  /** Streams a request to it whose exchange is registered; the exchange hears how that ends. */
  readonly send: (request: Request, response: Response) => void;
  /** Takes no more requests. Those under way are finished, and its connections end then. */
  retire(): void;
  /** Ends its connections. */
  close(): Promise<void>;
}
