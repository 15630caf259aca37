import { expect, test } from 'vitest';
import { field, nullsOf } from './fields.ts';

test('only fields that may be null are null in a new row', () => {
  const fields = {
    name: field.text,
    floor: field.textOrNull,
    kind: field.oneOf('DOOR', 'GATE'),
    reason: field.oneOfOrNull('GONE', 'FAILING'),
    place: field.group({ city: field.textOrNull }),
    released: field.groupOrNull({ at: field.date }),
    tags: field.textList,
  };
  expect(nullsOf(fields)).toEqual({ floor: null, reason: null, released: null });
});
