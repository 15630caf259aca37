import { expect, test } from 'vitest';
import { patchedFields, sentFields } from './sent-fields.ts';

interface Address {
  line1: string;
  city: string | null;
}

const noon = new Date('2026-03-01T12:00:00Z');
const row = {
  name: 'Harbor View',
  tags: ['a', 'b'],
  openedAt: new Date(0),
  address: { line1: '12 Harbor Road', city: 'Portland' } as Address | null,
};
const closed = { ...row, address: null as Address | null };

test('a field that was not sent is left out', () => {
  expect(sentFields({ name: undefined, floor: null })).toEqual({ floor: null });
  expect(patchedFields(row, { name: undefined })).toEqual({});
});

test('a sent field of a group keeps the other fields of the group', () => {
  expect(patchedFields(row, { address: { city: null, line1: undefined } })).toEqual({
    address: { line1: '12 Harbor Road', city: null },
  });
});

test('a sent list, date or null replaces the stored value', () => {
  const patch = { tags: ['c'], openedAt: noon, address: null };
  expect(patchedFields(row, patch)).toEqual(patch);
  expect(patchedFields(closed, { address: { line1: 'A', city: 'B' } })).toEqual({
    address: { line1: 'A', city: 'B' },
  });
});
