import type { KeyObject } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createApp } from '@pas/platform/http/create-app';
import { principalOf } from '@pas/platform/http/route-guard';
import { createRouteGuard } from '@pas/shared/principal/route-guard';
import { listen, portOf } from '@pas/platform/http/listen';
import { createLogger } from '@pas/platform/log/logger';
import { assertionAudience } from '@pas/shared/principal/assertion';
import type { Principal } from '@pas/shared/principal/principal';
import { Router } from 'express';

/** A request as a service received it. */
export interface ReceivedRequest {
  service: string;
  environment: string;
  port: number;
  method: string;
  url: string;
  headers: Record<string, string | undefined>;
  principal: Principal;
  body: string;
}

export interface EchoService {
  url: string;
  port: number;
  /** Returns the number of requests that reached it. */
  count(): number;
  setReady(isReady: boolean): void;
  /** Drains it: unready, with answers that end their connections. */
  drain(): void;
  /** Stops all answers. */
  freeze(): void;
  /** Resumes answers, also to requests that came meanwhile. */
  thaw(): void;
  /** Ends it at once, with its running requests. */
  kill(): Promise<void>;
}

export interface EchoOptions {
  service: string;
  environment: string;
  publicKeys: ReadonlyMap<string, KeyObject>;
  /** Fixed for a service that restarts on the same port. */
  port?: number;
}

function kill(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function echoRoutes({ service, environment }: EchoOptions, count: () => void): Router {
  const router = Router();
  router.use((_request, _response, next) => {
    count();
    next();
  });
  router.get('/{*any}/odd-headers', (_request, response) => {
    response.set({
      'X-Powered-By': 'something',
      Server: 'something',
      'X-Correlation-Id': 'not-the-one-given',
      'Access-Control-Allow-Origin': '*',
      'X-Pas-Refused': 'something else',
      'X-Pas-Internal': 'for the gateway',
      Vary: 'Accept',
      ETag: '"7"',
    });
    response.append('Set-Cookie', 'a=1').append('Set-Cookie', 'b=2');
    response.send('odd');
  });
  router.get('/{*any}/broken', (_request, response) => {
    response.write('half an answer');
    setImmediate(() => response.destroy());
  });
  router.get('/{*any}/provider-401', (_request, response) => {
    response.status(401).set('WWW-Authenticate', 'Bearer').json({ code: 'credentials_missing' });
  });
  router.all('/{*any}/hang-up', (request) => request.socket.destroy());
  router.all('/{*any}/silent', () => undefined);
  router.all(['/{*any}/:name', '/:name'], async (request, response) => {
    const body = await buffer(request);
    response.json({
      service,
      environment,
      port: request.socket.localPort,
      method: request.method,
      url: request.originalUrl,
      headers: request.headers,
      principal: principalOf(response),
      body: body.toString(),
    });
  });
  return router;
}

/** Starts a small service that answers with the request as it received it. Its shell is that of every service. */
export async function startEcho(options: EchoOptions): Promise<EchoService> {
  const { service, environment, publicKeys } = options;
  let state: 'ready' | 'unready' | 'draining' | 'frozen' = 'ready';
  let requests = 0;
  const app = createApp({
    service,
    environment,
    log: createLogger({ service, environment, level: 'silent' }),
    events: leaveToSweeper,
    unknownInput: 'ignore',
    routes: [],
    guard: createRouteGuard({ audience: assertionAudience(service, environment), publicKeys }),
    healthChecks: [
      {
        name: 'switch',
        isCritical: true,
        check: () => {
          if (state !== 'ready') throw new Error('switched off');
          return undefined;
        },
      },
    ],
    pages: echoRoutes(options, () => {
      requests += 1;
    }),
  });
  const late: (() => void)[] = [];
  const serve: RequestListener = (request, response) => {
    if (state === 'draining') response.setHeader('Connection', 'close');
    if (state === 'frozen') late.push(() => void app(request, response));
    else app(request, response);
  };
  const server = await listen(serve, { host: '127.0.0.1', port: options.port ?? 0 });
  const port = portOf(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    count: () => requests,
    setReady: (isReady) => {
      state = isReady ? 'ready' : 'unready';
    },
    drain: () => {
      state = 'draining';
    },
    freeze: () => {
      state = 'frozen';
    },
    thaw: () => {
      state = 'ready';
      for (const answer of late.splice(0)) answer();
    },
    kill: () => kill(server),
  };
}
