import { expect, test } from 'vitest';
import { directionOf, nextSort } from './sort-order.ts';

test.each([
  [{ by: 'name' }, undefined, 'none', 'name'],
  [{ by: 'name' }, 'name', 'ascending', '-name'],
  [{ by: 'name' }, '-name', 'descending', 'name'],
  [{ by: 'startedAt', first: 'desc' }, undefined, 'none', '-startedAt'],
  [{ by: 'startedAt', first: 'desc' }, '-startedAt', 'descending', 'startedAt'],
  [{ by: 'startedAt', first: 'desc' }, 'startedAt', 'ascending', '-startedAt'],
  [{ by: 'name' }, 'lastName', 'none', 'name'],
] as const)('%j in a list by %s is %s; a press makes it %s', (column, sort, direction, next) => {
  expect(directionOf(column, sort)).toBe(direction);
  expect(nextSort(column, sort)).toBe(next);
});
