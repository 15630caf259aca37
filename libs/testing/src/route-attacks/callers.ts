import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Problem } from '@pas/platform/http/render-error';
import type { Route } from '@pas/platform/http/define-route';
import {
  anonymous,
  scopesIncluding,
  type Principal,
  type RouteCallers,
} from '@pas/shared/principal/principal';
import { grantableScopes } from '@pas/shared/principal/scopes';
import type { ServiceHarness, TestAnswer } from '../service-harness.ts';
import { asInit, sampleSent } from './body-forms.ts';
import { nameOf, pathOf } from './sample-input.ts';
import { readProblem } from './strike.ts';

interface CallerSuite {
  routes: readonly Route[];
  harness: () => ServiceHarness;
  /** A caller of the kind that the routes accept. Each test adds scopes. */
  caller: () => Principal;
  /** Routes only for the platform, although they name a scope. */
  platformOnly?: readonly string[];
  /** Scopes that a caller needs in addition to a route's scope. The sample of its body grants them to another. */
  handsOn?: Readonly<Record<string, readonly string[]>>;
}

type Kind = Principal['kind'];

const kinds: readonly Kind[] = ['anonymous', 'provider', 'api_key', 'staff', 'resident', 'controller'];

const takenBy: Record<RouteCallers, readonly Kind[]> = {
  none: kinds,
  admin: ['api_key', 'staff'],
  resident: ['resident'],
  controller: ['controller'],
};

/** Makes a caller of a kind with every scope. */
function privilegedCaller(kind: Kind, { tenantId }: Principal): Principal {
  if (kind === 'anonymous') return anonymous;
  return { ...anonymous, kind, id: `${kind}_test`, tenantId, scopes: [...grantableScopes, 'platform'] };
}

/** Sends a request that names no row. */
async function tryRoute(suite: CallerSuite, route: Route, as: Principal): Promise<TestAnswer<Problem>> {
  const method = route.method.toUpperCase();
  const response = await suite.harness().send(pathOf(route), { method, as, ...asInit(sampleSent(route)) });
  const body = (await readProblem(response)) as Problem;
  return { status: response.status, headers: response.headers, body };
}

/** Returns a caller with an id of its own: each caller has a limit of refusals. */
const freshCaller = (suite: CallerSuite): Principal => ({ ...suite.caller(), id: `key_${randomUUID()}` });

/** Tests that routes refuse the kinds of callers that they exclude, with any scopes. */
function testKinds(suite: CallerSuite): void {
  const cases = suite.routes.flatMap((route) =>
    kinds
      .filter((kind) => !takenBy[route.callers as RouteCallers].includes(kind))
      .map((kind): [string, Kind, Route] => [nameOf(route), kind, route]),
  );
  test.each(cases)('%s: 401 for the kind %s', async (_name, kind, route) => {
    const { status, body, headers } = await tryRoute(suite, route, privilegedCaller(kind, suite.caller()));
    const code = kind === 'anonymous' ? 'credentials_missing' : 'token_invalid';
    expect([status, body.code]).toEqual([401, code]);
    expect(headers.get('www-authenticate')).toContain('Bearer');
  });
}

type ScopeRow = [string, string, Route];

/** Lists the scopes that each admit a caller. */
function keysTo({ platformOnly = [] }: CallerSuite, route: Route): string[] {
  if (platformOnly.includes(nameOf(route))) return ['platform'];
  return route.scope === null ? [] : scopesIncluding(route.scope);
}

/** Tests that a route admits its kinds of callers only with its scope. */
function testScopes(suite: CallerSuite): void {
  const scoped = suite.routes.flatMap((route): ScopeRow[] =>
    route.scope === null ? [] : [[nameOf(route), route.scope, route]],
  );
  if (scoped.length === 0) return;

  test.each(scoped)('%s: 403 without %s, with every other scope', async (_name, scope, route) => {
    const keys = scopesIncluding(scope);
    const others = grantableScopes.filter((each) => !keys.includes(each));
    for (const caller of [{ scopes: [] }, { scopes: others }, { scopes: others, kind: 'staff' as const }]) {
      const { status, body, headers } = await tryRoute(suite, route, { ...freshCaller(suite), ...caller });
      expect([status, body.code]).toEqual([403, 'insufficient_scope']);
      expect(headers.get('www-authenticate')).toContain(`scope="${scope}"`);
    }
  });

  const keyed = scoped.flatMap(([name, , route]) =>
    keysTo(suite, route).map((key): ScopeRow => [name, key, route]),
  );
  test.each(keyed)('%s: %s alone is enough', async (_name, scope, route) => {
    const scopes = [scope, ...(suite.handsOn?.[nameOf(route)] ?? [])];
    const { status } = await tryRoute(suite, route, { ...suite.caller(), scopes });
    expect([200, 201, 202, 204, 404, 409, 422]).toContain(status);
  });
}

type RefusedCallerRow = [string, string, Route, Partial<Principal>];

/** Lists callers that each lack one requirement of a route, with the name of that requirement. */
function lackingCallers({ routes }: CallerSuite): RefusedCallerRow[] {
  return routes.flatMap((route) => {
    const { scope, furtherScopes = [], needsWholeTenant = false } = route;
    const scopes = [...(scope === null ? [] : [scope]), ...furtherScopes];
    const unscoped = furtherScopes.map((each): RefusedCallerRow => [
      nameOf(route),
      each,
      route,
      { scopes: scopes.filter((held) => held !== each) },
    ]);
    const restricted: RefusedCallerRow = [
      nameOf(route),
      'all properties',
      route,
      { scopes, propertyIds: [] },
    ];
    return [...unscoped, ...(needsWholeTenant ? [restricted] : [])];
  });
}

/** Tests that the 403 for an unauthorized caller comes before any validation of its input. */
function testFirstRefusal(suite: CallerSuite): void {
  const cases = lackingCallers(suite);
  if (cases.length === 0) return;

  test.each(cases)('%s: 403 without %s for any input', async (_name, _lacking, route, caller) => {
    const method = route.method.toUpperCase();
    const unreadable = { headers: { 'content-type': 'application/json' }, body: '{' };
    const response = await suite.harness().send(`${pathOf(route)}?unknown=1`, {
      method,
      as: { ...freshCaller(suite), ...caller },
      ...(method !== 'GET' && unreadable),
    });
    await readProblem(response);
    expect(response.status).toBe(403);
  });
}

/**
 * Tests that each route admits only its kinds of callers, and these only with its scope. The requests name rows that do
 * not exist, so an admitted caller finds nothing.
 */
export function testCallers(suite: CallerSuite): void {
  testKinds(suite);
  testScopes(suite);
  testFirstRefusal(suite);
}
