import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { describeBuild } from '@pas/platform/build/describe-build';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import type { Route } from '@pas/platform/http/define-route';
import type { Problem } from '@pas/platform/http/render-error';
import type { AppParts } from '@pas/shared/service/start-service';
import { listen, portOf } from '@pas/platform/http/listen';
import { createLogger } from '@pas/platform/log/logger';
import { control, core } from '@pas/platform/mongo/connections';
import { indexCheck, mongoCheck } from '@pas/platform/mongo/health-checks';
import { createDenialRecorder } from '@pas/shared/audit/record-denial';
import { timeLeftHeader } from '@pas/shared/principal/assertion';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { createRouteGuard } from '@pas/shared/principal/route-guard';
import { afterAll } from 'vitest';
import { requireDeclaredCode } from './declared-codes.ts';
import { openTestDatabases, type TestDatabases } from './test-databases.ts';
import { createTestGateway } from './test-gateway.ts';
import { watchGrants } from './watch-grants.ts';

interface HarnessOptions {
  /** The service's name, as in `startService`. */
  service: string;
  /** Its routes. Each refusal in `call` is compared with their declared codes. */
  routes: readonly Route[];
  /** Builds the app as the service's `main.ts` does. */
  build: (parts: AppParts) => RequestListener | Promise<RequestListener>;
}

/** One request as the gateway forwards it. */
export interface TestCall {
  /** The caller. Default: anonymous. Null sends the request without the gateway's assertion. */
  as?: Principal | null;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestAnswer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A whole service on a free port, with the databases of the worker. */
export interface ServiceHarness {
  url: string;
  environment: string;
  /** URLs of the databases, for programs that a test starts. */
  databases: Pick<TestDatabases, 'coreUrl' | 'controlUrl'>;
  /** Sends a request and reads its answer as JSON or text. `Body` is the type that the test expects. */
  call<Body = Problem>(method: string, path: string, options?: TestCall): Promise<TestAnswer<Body>>;
  /** Sends a request and leaves the answer's body unread: pages, forms, streams. */
  send(path: string, init?: RequestInit & { as?: Principal | null }): Promise<Response>;
  /** Returns the gateway's headers for a caller, for a request that a test writes itself. */
  headersFor(principal: Principal): Promise<Record<string, string>>;
  /** Removes every row. */
  clear: () => Promise<void>;
  stop(): Promise<void>;
}

const environment = 'TEST';

function toRequest(method: string, { as, body, headers }: TestCall) {
  return {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(as !== undefined && { as }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

const partsOf = (service: string, guard: AppParts['guard']): AppParts => ({
  service,
  environment,
  log: createLogger({ service, environment, level: 'silent' }),
  events: leaveToSweeper,
  guard,
  timeLeftHeader,
  recordDenial: createDenialRecorder(),
  build: describeBuild('tests'),
  healthChecks: [mongoCheck('mongo', core), mongoCheck('control', control), indexCheck([core, control])],
});

/**
 * Starts a service as behind the gateway: the real app, a free port, a real database and a test key. A test fails when
 * a request needs rights that the service's user in MongoDB lacks.
 */
export async function startHarness({ service, routes, build }: HarnessOptions): Promise<ServiceHarness> {
  const gateway = await createTestGateway(service, environment);
  const databases = await openTestDatabases();
  const grants = watchGrants(service);
  const app = await build(partsOf(service, createRouteGuard(gateway)));
  const server = await listen(grants.around(app), { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${portOf(server)}`;

  const send: ServiceHarness['send'] = async (path, { as = anonymous, ...init } = {}) => {
    const headers = new Headers(init.headers);
    const assertion = as === null ? {} : await gateway.headersFor(as);
    for (const [name, value] of Object.entries(assertion)) headers.set(name, value);
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
    grants.requireGranted();
    return response;
  };
  const call: ServiceHarness['call'] = async (method, path, options = {}) => {
    const response = await send(path, toRequest(method, options));
    const text = await response.text();
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    // The caller chooses the type; a test with a wrong type fails by its expectations.
    const parsed = (isJson ? JSON.parse(text) : text || undefined) as never;
    requireDeclaredCode(routes, { method, path, status: response.status, body: parsed });
    return { status: response.status, headers: response.headers, body: parsed };
  };
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    grants.stop();
    await databases.stop();
    grants.requireGranted();
  };
  const headersFor: ServiceHarness['headersFor'] = async (principal) => gateway.headersFor(principal);
  return { url, environment, databases, call, send, headersFor, clear: databases.clear, stop };
}

/** Starts a service for a test file and stops it at the file's end. */
export async function useHarness(options: HarnessOptions): Promise<ServiceHarness> {
  const harness = await startHarness(options);
  afterAll(() => harness.stop());
  return harness;
}
