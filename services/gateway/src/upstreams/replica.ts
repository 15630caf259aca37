import type { Request, Response } from 'express';

/** One running copy of a service. */
export interface Replica {
  readonly url: string;
  /** Whether its `/readyz` was last seen 2xx; true until it is first asked. */
  isReady: boolean;
  /** Sends it a request whose exchange is registered; the exchange hears how that ends. */
  readonly send: (request: Request, response: Response) => void;
}
