import { createPrivateKey } from 'node:crypto';
import type { Server } from 'node:http';
import { listen, portOf } from '@pas/platform/http/listen';
import { createLogger } from '@pas/platform/log/logger';
import { indexPublicKeys } from '@pas/shared/principal/assertion';
import { anonymous } from '@pas/shared/principal/principal';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createGatewayApp } from '../src/app.ts';
import type { Caller } from '../src/auth/caller.ts';
import { limitFailedCredentials } from '../src/auth/failed-credentials.ts';
import { createIdentifier } from '../src/auth/identify-caller.ts';
import { recordKeyUse } from '../src/auth/record-key-use.ts';
import { createSealer } from '../src/auth/seal-caller.ts';
import { edge } from '../src/edge.ts';
import type { Refusal } from '../src/record-refusal.ts';
import { groupMatcher, routeTable } from '../src/route-table.ts';
import { createReplica } from '../src/upstreams/create-replica.ts';
import { createBulkheads } from '../src/upstreams/bulkheads.ts';
import { createUpstream } from '../src/upstreams/upstream.ts';
import { jwt, newCallers, staffIssuer } from './support/callers.ts';
import { startEcho, type EchoService, type ReceivedRequest } from './support/echo-service.ts';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { pems } from './support/running-gateway.ts';

const staff: Caller = {
  kind: 'staff_bearer',
  principal: {
    ...anonymous,
    kind: 'staff',
    id: 'staff_1',
    tenantId: 'ten_1',
    email: null,
    authenticatedAt: null,
  },
  environments: ['DEV'],
  isTenantSuspended: false,
  rateLimit: null,
};

let planted: Caller;
let port: number;
let server: Server;
let admin: EchoService;
let recorded: Refusal[] = [];

/** An edge that maps each token of the pinned issuer to the planted caller. */
beforeAll(async () => {
  const { publicPem, privatePem } = pems();
  admin = await startEcho({
    service: 'admin',
    environment: 'DEV',
    publicKeys: await indexPublicKeys([publicPem]),
  });
  const table = newCallers();
  const callers = { ...table, staff_bearer: { ...table.staff_bearer, verify: () => planted } };
  const groups = routeTable('api');
  const upstream = createUpstream('admin@DEV', [createReplica(admin.url)]);
  const log = createLogger({ service: 'gateway', environment: 'DEV', level: 'silent' });
  const app = createGatewayApp({
    log,
    healthChecks: [],
    trustedProxies: [],
    isProduction: false,
    corsOrigins: [],
    pages: null,
    operators: null,
    edge: edge({
      match: groupMatcher(groups),
      callers,
      identify: createIdentifier(callers, limitFailedCredentials()),
      use: recordKeyUse(log),
      environments: { byDefault: 'DEV', withCore: new Set(['DEV', 'TEST']) },
      limiter: {
        take: () => {
          throw new Error('these callers have no rate limit');
        },
        stop: () => Promise.resolve(),
      },
      findBulkhead: createBulkheads(groups, ['DEV', 'TEST'], () => upstream),
      sealer: createSealer(createPrivateKey(privatePem)),
      recordRefusal: (refusal) => {
        recorded.push(refusal);
        return Promise.resolve();
      },
      stopping: new AbortController().signal,
    }),
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  port = portOf(server);
});
afterEach(() => {
  recorded = [];
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await admin.kill();
});

const token = jwt({ typ: 'JWT' }, { iss: staffIssuer });
const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  call(port, path, { headers: { authorization: `Bearer ${token}`, ...headers } });

test('staff of an active tenant with the environment reach the Admin API', async () => {
  planted = staff;
  const answer = await get('/api/admin/units');
  expect((JSON.parse(answer.text) as ReceivedRequest).principal).toEqual(staff.principal);
  expect(recorded).toEqual([]);
});

test.each<[string, Caller, Record<string, string>, string]>([
  ['of a suspended tenant', { ...staff, isTenantSuspended: true }, {}, 'tenant_suspended'],
  ['without the environment', staff, { 'x-admin-env': 'TEST' }, 'environment_not_allowed'],
  ['without any environment', { ...staff, environments: [] }, {}, 'environment_not_allowed'],
])('staff %s are refused, and the refusal is recorded', async (_what, caller, headers, code) => {
  planted = caller;
  const before = admin.count();
  const answer = await get('/api/admin/units', headers);
  expect([answer.status, problemOf(answer).code]).toEqual([403, code]);
  expect(recorded).toMatchObject([{ principal: staff.principal, refusal: { code } }]);
  expect(admin.count()).toBe(before);
});

test.each(['/api/v1/me', '/devices', '/access/points', '/access/verify'])(
  'staff are 401 token_invalid at %s, with nothing recorded',
  async (path) => {
    planted = staff;
    const answer = await get(path);
    expect([answer.status, problemOf(answer).code]).toEqual([401, 'token_invalid']);
    expect(recorded).toEqual([]);
  },
);
