import type { Route } from '@pas/platform/http/define-route';
import { newId } from '@pas/shared/ids/id';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import type { Principal } from '@pas/shared/principal/principal';
import { freshLoginOf, freshLoginOperations } from '@pas/shared/principal/require-fresh-login';
import { nameOf } from '@pas/testing/route-attacks/sample-input';
import { named } from '@pas/testing/route-attacks/strike';
import { sendRequest, workingRequest } from '@pas/testing/route-attacks/working-request';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { adminRoutes } from '../src/routes.ts';
import { addProperty, adminDependencies, newTenantCaller, startAdmin } from './admin-harness.ts';
import { apiKeyRow } from './api-key-row.ts';
import { preparationsFor } from './preparations.ts';
import { addOwner } from './rival-rows.ts';
import { webhookEndpointRow } from './webhook-rows.ts';

const routes = adminRoutes(adminDependencies);
const admin = await startAdmin();
const owner = addOwner(admin);
const preparations = preparationsFor(() => admin);
const suite = { routes, harness: () => admin, newOwner: () => owner, preparations };
/** One owner serves all routes but those with a preparation, which may need a row that others have ended. */
const suiteFor = (route: Route) =>
  nameOf(route) in preparations ? { ...suite, newOwner: async () => addOwner(admin) } : suite;

/** Returns the caller as an operator who logged in a number of minutes ago. */
const asOperator = (caller: Principal, minutes: number): Principal => ({
  ...caller,
  kind: 'staff',
  sessionId: 'ops_1',
  authenticatedAt: new Date(Date.now() - minutes * 60_000),
  environments: ['TEST', 'PROD'],
});

/** Whether an answer of the route has a field for a secret. */
const showsSecret = ({ response }: Route): boolean =>
  response !== undefined &&
  JSON.stringify(z.toJSONSchema(response, { io: 'input', unrepresentable: 'any' })).includes('"secret":');

/** Whether the route exports data in bulk. The files of an import hold the caller's own rows. */
const isExport = ({ answers, scope, streams = {} }: Route): boolean =>
  (answers === 'stream' || Object.hasOwn(streams, 'text/csv')) && scope !== 'imports:read';

describe('the list of operations that need a fresh log-in', () => {
  test('names only routes of the Admin API', () => {
    const operationIds = new Set(routes.map(({ operationId }) => operationId));
    expect(freshLoginOperations.filter((each) => !operationIds.has(each))).toEqual([]);
  });

  test('names every route that shows a secret or exports data', () => {
    const needed = routes.filter((route) => showsSecret(route) || isExport(route));
    expect(needed.length).toBeGreaterThanOrEqual(7);
    expect(
      needed.map(({ operationId }) => operationId).filter((each) => freshLoginOf(each) !== 'always'),
    ).toEqual([]);
  });

  test('names the lists that answer CSV, and no other routes, for their tables', () => {
    const idsOf = (some: readonly Route[]) => some.map(({ operationId }) => operationId).toSorted();
    const named = routes.filter(({ operationId }) => freshLoginOf(operationId) === 'as_table');
    expect(idsOf(named)).toEqual(idsOf(routes.filter(({ table }) => table !== undefined)));
  });

  const isAlways = ({ operationId }: Route): boolean => freshLoginOf(operationId) === 'always';
  const byOldLogin = async (route: Route) => {
    const request = await workingRequest(suiteFor(route), route);
    return sendRequest(suite, { ...request, as: asOperator(request.as, 16) });
  };

  test.each(named(routes.filter(isAlways)))(
    '%s: refused after a log-in of 16 minutes ago',
    async (_name, route) => {
      const { status, text } = await byOldLogin(route);
      expect([status, JSON.parse(text)]).toMatchObject([403, { code: 'login_too_old' }]);
    },
  );

  test.each(named(routes.filter((route) => !isAlways(route))))(
    '%s: a log-in of 16 minutes ago is enough',
    async (_name, route) => {
      const { status, text } = await byOldLogin(route);
      expect(text).not.toContain('login_too_old');
      expect(status).toBeLessThan(500);
    },
  );
});

interface Change {
  path: string;
  caller: Principal;
}

/** Sends a change by operators with an old and a fresh log-in. */
async function change({ path, caller }: Change, body: object) {
  const by = async (minutes: number) => {
    const as = asOperator(caller, minutes);
    const { status, body: answer } = await admin.call('PATCH', path, { as, body });
    return [status, answer.code];
  };
  return { old: await by(16), fresh: await by(14) };
}

const refused = { old: [403, 'login_too_old'], fresh: [200, undefined] };
const taken = { old: [200, undefined], fresh: [200, undefined] };
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

describe('PATCH of an API key', () => {
  const addKey = async (): Promise<Change & { first: string; second: string }> => {
    const caller = await newTenantCaller();
    const [first, second] = [(await addProperty(admin, caller)).id, (await addProperty(admin, caller)).id];
    const key = apiKeyRow(caller.tenantId ?? '', {
      scopes: ['units:*', 'users:read'],
      environments: ['TEST'],
      propertyIds: [first],
      rateLimit: { limit: 600, windowSeconds: 60 },
      expiresAt: new Date(inDays(30)),
    });
    await ApiKeyModel.insertMany([key]);
    return { path: `/api/admin/api-keys/${key._id}`, caller, first, second };
  };

  test.each<[string, (ids: { first: string; second: string }) => object]>([
    ['a scope', () => ({ scopes: ['units:*', 'users:*'] })],
    ['an environment', () => ({ environments: ['TEST', 'PROD'] })],
    ['a property', ({ first, second }) => ({ propertyIds: [first, second] })],
    ['all properties', () => ({ propertyIds: null })],
    ['a later end', () => ({ expiresAt: inDays(31) })],
    ['a higher rate', () => ({ rateLimit: { windowSeconds: 30 } })],
  ])('that gives it %s needs a fresh log-in', async (_what, bodyOf) => {
    const key = await addKey();
    expect(await change(key, bodyOf(key))).toEqual(refused);
  });

  test.each<[string, object]>([
    ['another name', { name: 'Weekly' }],
    ['fewer scopes', { scopes: ['units:read'] }],
    ['the same scopes in other words', { scopes: ['units:read', 'units:write', 'users:read'] }],
    ['an earlier end', { expiresAt: inDays(29) }],
    ['a lower rate', { rateLimit: { limit: 6 } }],
  ])('that gives it %s does not', async (_what, body) => {
    expect(await change(await addKey(), body)).toEqual(taken);
  });
});

describe('PATCH of a webhook endpoint', () => {
  const addEndpoint = async (): Promise<Change> => {
    const caller = await newTenantCaller();
    const row = webhookEndpointRow(caller.tenantId ?? '', { events: ['door.opened'] });
    await WebhookEndpointModel.insertMany([row]);
    return { path: `/api/admin/webhook-endpoints/${row._id}`, caller };
  };

  test.each<[string, object]>([
    ['address', { url: `https://hooks.example.com/${newId('event')}` }],
    ['events', { events: ['*'] }],
  ])('that changes its %s needs a fresh log-in', async (_what, body) => {
    expect(await change(await addEndpoint(), body)).toEqual(refused);
  });

  test.each<[string, object]>([
    ['description', { description: 'Another receiver' }],
    ['status', { status: 'PAUSED' }],
    ['events to those that it has', { events: ['door.opened'] }],
  ])('that changes its %s does not', async (_what, body) => {
    expect(await change(await addEndpoint(), body)).toEqual(taken);
  });
});
