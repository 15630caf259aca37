import { expect, test } from 'vitest';
import type { User } from '../residents/describe-user.ts';
import { sayOccupants } from './say-occupants.ts';

const [clara, ben] = ['Clara', 'Ben'].map((firstName) => ({ firstName, lastName: 'Reyes' }) as User);

test.each([
  [[], 0, 'Occupied'],
  [[clara], 1, 'Clara Reyes'],
  [[clara, ben], 4, 'Clara Reyes, Ben Reyes and 2 more'],
] as [User[], number, string][])('the names of residents %j of %d read %s', (users, total, words) => {
  expect(sayOccupants(users, total)).toBe(words);
});
