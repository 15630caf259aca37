import type { IncomingMessage } from 'node:http';
import type { RouteGroup } from '../route-table.ts';

/** One try to have a request answered by a replica. */
export interface Exchange {
  readonly group: RouteGroup;
  /** Told when the replica failed before anything of its answer went out. */
  fail(error: Error): void;
}

const exchanges = new WeakMap<IncomingMessage, Exchange>();

/** Says which exchange a request is in, for the proxies' hooks. */
export function registerExchange(request: IncomingMessage, exchange: Exchange): void {
  exchanges.set(request, exchange);
}

export function exchangeOf(request: IncomingMessage): Exchange | undefined {
  return exchanges.get(request);
}
