import { expect, test } from 'vitest';
import { describeScopes, scopeSubjects } from './scopes.ts';

test('scopes read as plain words, one line for each kind of thing', () => {
  const scopes = ['access-points:read', 'access-points:unlock', 'users:*', 'onboarding:dispatch'];
  expect(describeScopes(scopes)).toEqual([
    'Doors: read, open',
    'Residents and staff: read and change',
    'Invites: send',
  ]);
});

test('every right that can be chosen has words', () => {
  for (const { name, choices } of scopeSubjects) {
    for (const { scopes } of choices)
      expect(describeScopes(scopes)).toEqual([expect.stringMatching(`^${name}: `)]);
  }
});
