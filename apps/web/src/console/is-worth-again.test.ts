import { expect, test } from 'vitest';
import { ApiProblem } from '../api/problem.ts';
import { isWorthAgain } from './is-worth-again.ts';

const problem = (status: number) =>
  new ApiProblem('No answer.', { status, code: 'code', correlationId: null, fields: {} });

test.each([
  [0, 119, true],
  [503, 119, true],
  [503, 120, false],
  [429, 4, true],
  [429, 5, false],
  [404, 0, false],
  [422, 0, false],
  [500, 0, false],
])('a query that got %d after %d tries is sent again: %s', (status, tries, isAgain) => {
  expect(isWorthAgain(tries, problem(status))).toBe(isAgain);
});

test('a fault of the page itself is not worth another try', () => {
  expect(isWorthAgain(0, new Error('fault'))).toBe(false);
});
