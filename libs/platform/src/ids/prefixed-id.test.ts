import { expect, test } from 'vitest';
import { newPrefixedId, prefixedIdPattern } from './prefixed-id.ts';

test('ids sort in the order of creation, also within one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newPrefixedId('ev'));
  expect(ids.filter((id, at) => id <= (ids[at - 1] ?? ''))).toEqual([]);
  expect(ids.filter((id) => !prefixedIdPattern('ev').test(id))).toEqual([]);
});
