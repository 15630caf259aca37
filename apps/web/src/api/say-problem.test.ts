import { expect, test } from 'vitest';
import { sayProblem } from './say-problem.ts';

test.each([
  ['email', 'email: Expected an e-mail address.', 'Expected an e-mail address.'],
  ['endsAt', 'endsAt: endsAt: The pass must end after it starts.', 'The pass must end after it starts.'],
  ['a.0.types', 'a.0.types: Too small: expected array to have >=1 items.', 'Choose at least one.'],
  ['name', 'name: Too small: expected string to have >=1 characters.', 'This is required.'],
  ['name', 'Too big: expected string to have <=200 characters', 'Type at most 200 characters.'],
  ['hours', 'hours: Too small: expected number to be >=1.', 'Type 1 or more.'],
  ['hours', 'hours: Too big: expected number to be <=8760.', 'Type 8760 or less.'],
  ['hours', 'hours: Invalid input: expected number, received NaN.', 'Type a whole number.'],
  [
    'name',
    'Another unit has this name: choose another one.',
    'Another unit has this name: choose another one.',
  ],
  ['', 'One of them is required.', 'One of them is required.'],
])('the problem of %s, “%s”, reads “%s” beside it', (path, message, words) => {
  expect(sayProblem(path, message)).toBe(words);
});
