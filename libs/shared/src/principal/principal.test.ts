import { describe, expect, test } from 'vitest';
import { anonymous, holdsScope, isPlatform } from './principal.ts';
import { grantableScopes, roleScopes, Scope } from './scopes.ts';

const holding = (...scopes: string[]) => ({ ...anonymous, scopes });

describe('holdsScope', () => {
  test.each([
    ['units:read', ['units:read'], true],
    ['units:read', ['units:*'], true],
    ['units:write', ['units:read', 'properties:*'], false],
    ['virtual-numbers:write', ['virtual-numbers:*'], true],
    ['units:read', ['units'], false],
    ['units:read', ['*', '*:*', 'units:re', 'units:read '], false],
    ['api-keys:write', ['platform'], true],
    ['units:read', [], false],
    ['onboarding:dispatch', ['onboarding:dispatch'], true],
    ['onboarding:dispatch', ['onboarding:write'], true],
    ['access-points:unlock', ['access-points:*'], true],
    ['onboarding:dispatch', ['onboarding:read', 'access-points:unlock'], false],
    ['onboarding:write', ['onboarding:dispatch'], false],
  ])('%s is held by a caller with %j: %s', (scope, scopes, isHeld) => {
    expect(holdsScope(holding(...scopes), scope)).toBe(isHeld);
  });

  test('is true for every scope if the caller has the scope platform', () => {
    expect(grantableScopes.every((scope) => holdsScope(holding('platform'), scope))).toBe(true);
    expect(isPlatform(holding('platform:*', 'tenants:*'))).toBe(false);
  });
});

describe('the roles', () => {
  const heldBy = (role: keyof typeof roleScopes): string[] =>
    grantableScopes.filter((scope) => holdsScope(holding(...roleScopes[role]), scope));

  test('an owner holds all scopes, and support only read scopes', () => {
    expect(heldBy('OWNER')).toEqual(grantableScopes);
    expect(heldBy('SUPPORT')).toEqual(grantableScopes.filter((scope) => scope.endsWith(':read')));
  });

  test('a manager holds all scopes except those of keys and tenants', () => {
    const missing = grantableScopes.filter((scope) => !heldBy('MANAGER').includes(scope));
    expect(new Set(missing.map((scope) => scope.split(':')[0]))).toEqual(new Set(['api-keys', 'tenants']));
  });

  test('the front desk reads people, homes, calls and doors, opens doors, makes passes and dispatches invites', () => {
    expect(heldBy('FRONT_DESK').toSorted()).toEqual([
      'access-events:read',
      'access-points:read',
      'access-points:unlock',
      'calls:read',
      'onboarding:dispatch',
      'onboarding:read',
      'passes:*',
      'passes:read',
      'passes:write',
      'properties:read',
      'units:read',
      'users:read',
    ]);
  });

  test('hold only grantable scopes', () => {
    expect(
      Object.values(roleScopes)
        .flat()
        .filter((scope) => !grantableScopes.includes(scope)),
    ).toEqual([]);
  });
});

test.each([
  ['units:read', true],
  ['virtual-numbers:*', true],
  ['access-points:unlock', true],
  ['onboarding:dispatch', true],
  ['units:unlock', false],
  ['platform', false],
  ['units', false],
  ['units:delete', false],
  ['*', false],
  ['Units:read', false],
  ['stats:read', false],
])('%s can be granted: %s', (scope, isGrantable) => {
  expect(Scope.safeParse(scope).success).toBe(isGrantable);
});
