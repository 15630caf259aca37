import type { RequestListener, Server } from 'node:http';
import { correlate } from '@pas/platform/http/correlate';
import { renderError } from '@pas/platform/http/render-error';
import { listen, portOf } from '@pas/platform/http/listen';
import { createLogger } from '@pas/platform/log/logger';
import { anonymous } from '@pas/shared/principal/principal';
import express from 'express';
import { clientOf } from '../../src/client.ts';
import { forward } from '../../src/forward.ts';
import type { RouteGroup } from '../../src/route-table.ts';
import { createReplica } from '../../src/upstreams/create-replica.ts';
import { createBulkhead, type Bulkhead } from '../../src/upstreams/bulkheads.ts';
import { createUpstream } from '../../src/upstreams/upstream.ts';
import { problemOf, type Answer } from './http-call.ts';

const servers: Server[] = [];

/** Closes all doors and the services behind them. */
export function closeDoors(): void {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}

const small: RouteGroup = {
  prefix: '/small',
  area: 'public',
  upstream: 'resident',
  bodyLimitBytes: 1000,
  timeoutMs: 300,
  maxInFlight: 2,
};

async function start(listener: RequestListener): Promise<number> {
  const server = await listen(listener, { host: '127.0.0.1', port: 0 });
  servers.push(server);
  return portOf(server);
}

/** A server that only forwards to one upstream. */
export interface Door {
  port: number;
  bulkhead: Bulkhead;
  /** Ends waiting requests, as the stop of a gateway does. */
  stop: () => void;
}

/** Starts a server that only forwards to a bulkhead. */
export async function openDoorTo(
  bulkhead: Bulkhead,
  trustedProxies: readonly string[] = [],
  { signal: stopping } = new AbortController(),
): Promise<number> {
  const app = express().set('trust proxy', [...trustedProxies]);
  app.use(correlate, (incoming, response) => {
    delete incoming.headers.connection;
    const renewAssertion = () => Promise.resolve('renewed');
    const client = clientOf(incoming);
    return forward(incoming, response, { bulkhead, client, principal: anonymous, renewAssertion, stopping });
  });
  app.use(renderError(createLogger({ service: 'gateway', environment: 'DEV', level: 'silent' })));
  return start(app);
}

/** Opens a door to the replicas of a service. It removes the Connection header, as the edge does. */
export async function openDoor(
  listeners: RequestListener | readonly RequestListener[],
  group: Partial<RouteGroup> = {},
  trustedProxies: readonly string[] = [],
): Promise<Door> {
  const ports = await Promise.all([listeners].flat().map(start));
  const replicas = ports.map((port) => createReplica(`http://127.0.0.1:${port}`));
  const bulkhead = createBulkhead({ ...small, ...group }, createUpstream('resident@DEV', replicas));
  const stopping = new AbortController();
  const port = await openDoorTo(bulkhead, trustedProxies, stopping);
  return { port, bulkhead, stop: () => stopping.abort() };
}

export const codeOf = (answer: Answer): [number, string] => [answer.status, problemOf(answer).code];
