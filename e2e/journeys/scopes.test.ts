import { scopesIncluding } from '@pas/shared/principal/principal';
import { grantableScopes } from '@pas/shared/principal/scopes';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bodyOf, call, type HttpAnswer } from '../client/http-call.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { useSystem } from '../shared-system/use-system.ts';

interface Operation {
  operationId: string;
  'x-required-scope'?: string;
  requestBody?: unknown;
}

interface Described extends Operation {
  method: string;
  path: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Operations that take a session of the gateway itself, and need no scope. */
const withoutScope = ['logIn', 'acceptLogIn', 'getSession', 'logOut', 'listSessions', 'endSession'];

/** Operations for the platform alone. They answer a tenant's key in the same words, but name `platform`. */
const platformOnly: ReadonlySet<string> = new Set([
  'createTenant',
  'deleteTenant',
  'listWebhookReceipts',
  'listWebhookRejections',
]);

/** Every request of it needs a second scope. */
const needsMore = 'exportUserData';

let gatewayUrl: string;
let manager: PropertyManager;
let operations: Described[];
let byScope: Map<string, Described[]>;

/** The operations as the gateway describes them to its clients. */
async function readOperations(): Promise<Described[]> {
  const { text } = await call(`${gatewayUrl}/docs/openapi/admin.yaml`);
  const { paths } = parse(text) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      methods.includes(method) ? [{ ...operation, method: method.toUpperCase(), path }] : [],
    ),
  );
}

beforeAll(async () => {
  const { local } = await useSystem();
  ({ gatewayUrl } = local);
  manager = actAsManager({ gatewayUrl, key: local.apiKey });
  operations = await readOperations();
  const scoped = operations.flatMap((operation) => {
    const { 'x-required-scope': scope } = operation;
    return scope === undefined ? [] : [[scope, operation] as const];
  });
  byScope = new Map();
  for (const [scope, operation] of scoped) byScope.set(scope, [...(byScope.get(scope) ?? []), operation]);
});

/** Calls each operation under a key with these scopes, which is revoked afterwards. */
async function callAll(scopes: readonly string[], of: readonly Described[]): Promise<string[]> {
  const body = { name: 'Scopes', scopes };
  interface NewKey {
    apiKey: { id: string; secret: string };
  }
  const { apiKey } = await bodyOf(manager.call<NewKey>('/api-keys', { body }), 201);
  const send = ({ method, path, requestBody }: Described): Promise<HttpAnswer<{ code?: string }>> =>
    call(`${gatewayUrl}${path.replaceAll(/\{\w+\}/g, 'none_1')}`, {
      method,
      bearer: apiKey.secret,
      ...(requestBody !== undefined && { body: {} }),
    });
  const outcomes: string[] = [];
  for (const operation of of) {
    const { status, body: answer, headers } = await send(operation);
    const challenge = headers['www-authenticate'] ?? '';
    outcomes.push(`${operation.operationId}: ${status} ${answer?.code ?? ''} ${challenge}`);
  }
  await bodyOf(manager.call(`/api-keys/${apiKey.id}`, { method: 'DELETE' }), 200);
  return outcomes;
}

/** Every scope that does not include this one, said in as few words as a key may hold. */
function allBut(scope: string): string[] {
  const [resource = ''] = scope.split(':');
  const including = scopesIncluding(scope);
  return grantableScopes.filter((each) =>
    each.startsWith(`${resource}:`) ? !including.includes(each) : each.endsWith(':*'),
  );
}

test('each operation of the Admin API names one scope, but for those of a log-in', () => {
  const unnamed = operations.filter((operation) => operation['x-required-scope'] === undefined);
  expect(unnamed.map(({ operationId }) => operationId).toSorted()).toEqual(withoutScope.toSorted());
  expect([...byScope.keys()].filter((scope) => !grantableScopes.includes(scope))).toEqual([]);
});

test('a key without the scope of an operation, and with every other one, is 403 and learns its name', async () => {
  for (const [scope, of] of byScope) {
    const others = allBut(scope);
    const expected = `403 insufficient_scope Bearer error="insufficient_scope", scope="${scope}"`;
    expect(await callAll(others, of)).toEqual(of.map(({ operationId }) => `${operationId}: ${expected}`));
  }
});

test('a key with that scope alone passes: no 401, and no 403', async () => {
  for (const [scope, of] of byScope) {
    const open = of.filter(({ operationId }) => !platformOnly.has(operationId) && operationId !== needsMore);
    const refused = (await callAll([scope], open)).filter(
      (outcome) => !/: (?:2\d\d|404|409|422) /.test(outcome),
    );
    expect([scope, refused]).toEqual([scope, []]);
  }
});
