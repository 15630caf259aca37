import { expect, test } from 'vitest';
import { reasonOf } from './count-failure.ts';

test('the reason of a failure does not quote the values that the database has refused', () => {
  const message =
    'E11000 duplicate key error collection: core.users index: phone_1 dup key: { phone: "+12125550147" }';
  expect(reasonOf(new Error(message))).toBe(
    'Error: E11000 duplicate key error collection: core.users index: phone_1 dup key: [redacted]',
  );
  expect(reasonOf('+12125550147')).toBe('was thrown');
});
