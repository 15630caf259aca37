import { expect, test } from 'vitest';
import { describeScopes, scopePresets, scopeSubjects } from './scopes.ts';

test('scopes are described in plain words, one line for each resource', () => {
  const scopes = ['access-points:read', 'access-points:unlock', 'users:*', 'onboarding:dispatch'];
  expect(describeScopes(scopes)).toEqual([
    'Doors: read, open',
    'Residents and staff: read and change',
    'Invites: send',
  ]);
});

test('every choice of a scope has a description', () => {
  for (const { name, choices } of scopeSubjects) {
    for (const { scopes } of choices)
      expect(describeScopes(scopes)).toEqual([expect.stringMatching(`^${name}: `)]);
  }
});

test.each([
  ['Read only', ['access-points:read', 'users:read'], ['api-keys:read', 'users:*', 'access-points:unlock']],
  ['Onboarding integration', ['users:*', 'onboarding:*', 'imports:*'], ['access-points:read', 'api-keys:*']],
  ['Everything', ['users:*', 'api-keys:*', 'tenants:*', 'events:read'], []],
])('the preset “%s” grants its scopes and no others', (name, granted, others) => {
  const preset = scopePresets.find((each) => each.name === name);
  const scopes = scopeSubjects.flatMap((subject) => preset?.choose(subject)?.scopes ?? []);
  expect(scopes).toEqual(expect.arrayContaining(granted));
  expect(scopes.filter((scope) => others.includes(scope))).toEqual([]);
});
