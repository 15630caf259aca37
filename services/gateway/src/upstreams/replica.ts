import type { Request, Response } from 'express';

/** One running copy of a service. */
export interface Replica {
  readonly url: string;
  /** Whether its `/readyz` was last seen 2xx; true until it is first asked. */
  isReady: boolean;
  /** Whether it said, with its last readiness, that it is about to end. */
  isLeaving: boolean;
  /** Until when others are preferred, since it has refused an assertion, in milliseconds of `performance.now()`. */
  refusesUntil: number;
  /** Requests that it was sent, and those that it has begun to answer. */
  sent: number;
  answers: number;
  /** Whether it is seldom asked for its `/readyz`, since nobody sends it anything. */
  isResting: boolean;
  /** Has it asked soon: there is a sign that it is leaving or gone, or it is needed again. */
  hurry: () => void;
  /** Sends it a request whose exchange is registered; the exchange hears how that ends. */
  readonly send: (request: Request, response: Response) => void;
}
