import { expect, test } from 'vitest';
import { changesOf } from './changes-of.ts';

const before = { ring: true, quietHours: [{ from: '22:00', to: '07:00' }] };

test('only fields with another value are changes', () => {
  expect(changesOf(before, structuredClone(before))).toEqual({});
  expect(changesOf(before, { ...structuredClone(before), ring: false })).toEqual({ ring: false });
  expect(changesOf(before, { ring: true, quietHours: [] })).toEqual({ quietHours: [] });
});
