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

interface DescribedOperation extends Operation {
  method: string;
  path: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Operations of the caller itself: its session, its grants and its key, and those with a secret in the request. */
const withoutScope = [
  'logIn',
  'finishLogIn',
  'getSession',
  'logOut',
  'listSessions',
  'endSession',
  'getSelf',
  'rotateOwnApiKey',
  'reportLeakedKeys',
  'startSetup',
];

/** Operations only for the platform. They answer a tenant's key alike, but name `platform`. */
const platformOnly: ReadonlySet<string> = new Set([
  'createTenant',
  'deleteTenant',
  'createSetupLink',
  'listSetupLinks',
  'getSetupLink',
  'revokeSetupLink',
  'listWebhookReceipts',
  'listWebhookRejections',
]);

/** An operation that always needs a second scope. */
const needsMore = 'exportUserData';

let gatewayUrl: string;
let manager: PropertyManager;
let operations: DescribedOperation[];
let byScope: Map<string, DescribedOperation[]>;

/** Reads the operations from the gateway's description. */
async function readOperations(): Promise<DescribedOperation[]> {
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

/** Calls each operation with a key that has these scopes, then revokes the key. */
async function callAll(scopes: readonly string[], of: readonly DescribedOperation[]): Promise<string[]> {
  const body = { name: 'Scopes', scopes };
  interface NewKey {
    apiKey: { id: string; secret: string };
  }
  const { apiKey } = await bodyOf(manager.call<NewKey>('/api-keys', { body }), 201);
  const send = ({ method, path, requestBody }: DescribedOperation): Promise<HttpAnswer<{ code?: string }>> =>
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

/** Returns all scopes that do not include this one, in a list that fits a key. */
function allBut(scope: string): string[] {
  const [resource = ''] = scope.split(':');
  const including = scopesIncluding(scope);
  return grantableScopes.filter((each) =>
    each.startsWith(`${resource}:`) ? !including.includes(each) : each.endsWith(':*'),
  );
}

test('each operation of the Admin API names one scope, except for log-in operations', () => {
  const unnamed = operations.filter((operation) => operation['x-required-scope'] === undefined);
  expect(unnamed.map(({ operationId }) => operationId).toSorted()).toEqual(withoutScope.toSorted());
  expect([...byScope.keys()].filter((scope) => !grantableScopes.includes(scope))).toEqual([]);
});

test('a key with every scope except the operation’s gets 403 with its name', async () => {
  for (const [scope, of] of byScope) {
    const others = allBut(scope);
    const expected = `403 insufficient_scope Bearer error="insufficient_scope", scope="${scope}"`;
    expect(await callAll(others, of)).toEqual(of.map(({ operationId }) => `${operationId}: ${expected}`));
  }
});

test('a key with only that scope passes: no 401, and no 403', async () => {
  for (const [scope, of] of byScope) {
    const open = of.filter(({ operationId }) => !platformOnly.has(operationId) && operationId !== needsMore);
    const refused = (await callAll([scope], open)).filter(
      (outcome) => !/: (?:2\d\d|404|409|415|422) /.test(outcome),
    );
    expect([scope, refused]).toEqual([scope, []]);
  }
});
