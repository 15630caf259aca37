import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

test('tenants take turns, and the rows of each keep their order', () => {
  const rows = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((id) => ({ id, tenantId: id.charAt(0) }));
  expect(inTurns(rows).map(({ id }) => id)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});
