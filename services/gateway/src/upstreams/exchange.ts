import type { ClientRequest } from 'node:http';
import type { Response } from 'express';
import type { RouteGroup } from '../route-table.ts';

/** One attempt to forward a request to a replica through the proxy. */
export interface Exchange {
  readonly group: RouteGroup;
  /** Called when the request is sent to the replica. */
  start(outgoing: ClientRequest): void;
  /** Called when the replica begins to answer. */
  begin(): void;
  /** The body if it was read before; null without a body, and for a streamed one. */
  readonly body: Buffer | null;
  /** Called when the replica failed before any part of its answer was sent. */
  fail(error: Error): void;
}

/** Attaches the exchange to its response, for the hooks of the proxy. */
export function registerExchange(response: Response, exchange: Exchange): void {
  response.locals['exchange'] = exchange;
}

export function exchangeOf(response: Response): Exchange | undefined {
  return response.locals['exchange'] as Exchange | undefined;
}
