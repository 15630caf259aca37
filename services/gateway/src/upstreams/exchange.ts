import type { ClientRequest } from 'node:http';
import type { Response } from 'express';
import type { RouteGroup } from '../route-table.ts';

/** One try to have a request answered by a replica. */
export interface Exchange {
  readonly group: RouteGroup;
  /** Told when the request goes out to the replica. */
  start(outgoing: ClientRequest): void;
  /** Told when the replica has begun to answer. */
  begin(): void;
  /** The body, where it was read before; null for no body, and for one that is streamed. */
  readonly body: Buffer | null;
  /** Told when the replica failed before anything of its answer went out. */
  fail(error: Error): void;
}

/** Says which exchange a response is awaited in, for the proxies' hooks. */
export function registerExchange(response: Response, exchange: Exchange): void {
  response.locals['exchange'] = exchange;
}

export function exchangeOf(response: Response): Exchange | undefined {
  return response.locals['exchange'] as Exchange | undefined;
}
