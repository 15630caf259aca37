import { describe, expect, test } from 'vitest';
import { alreadyExists, invalid, rateLimited, unauthenticated } from './raise.ts';

const problem = (path: string) => ({ path, code: 'invalid_value', message: `${path} is wrong.` });

describe('invalid', () => {
  test('lists all of a few problems', () => {
    expect(invalid([problem('a'), problem('b')]).message).toBe('a is wrong. b is wrong.');
  });

  test('lists the first of many problems and the number of the others', () => {
    const fault = invalid(Array.from({ length: 120 }, (_, index) => problem(`f${index}`)));
    expect(fault.message).toMatch(/^f0 is wrong\. .* And 115 more\.$/);
    expect(fault.details.errors).toHaveLength(100);
  });

  test('has a message without problems', () => {
    expect(invalid([])).toMatchObject({ code: 'validation_failed', message: 'The input is not valid.' });
  });
});

test.each([
  ['tenant', 'There is already a tenant with this slug. Use another one or change the existing tenant.'],
  ['unit', 'There is already a unit with this slug. Use another one or change the existing unit.'],
  ['user', 'There is already a user with this slug. Use another one or change the existing user.'],
  ['invite', 'There is already an invite with this slug. Use another one or change the existing invite.'],
])('the message for a second %s has the right article', (noun, message) => {
  const fault = alreadyExists(noun, 'slug');
  expect(fault).toMatchObject({ kind: 'conflict', code: 'already_exists', message });
  expect(fault.details.errors).toEqual([{ path: 'slug', code: 'already_exists', message }]);
});

test.each([
  [0, '1'],
  [0.2, '1'],
  [1.1, '2'],
  [59, '59'],
])('a limit of %d seconds answers Retry-After %s', (seconds, header) => {
  expect(rateLimited('Slow down.', seconds).details.headers).toEqual({ 'Retry-After': header });
});

test.each([
  ['credentials_missing', 'Bearer'],
  ['token_invalid', 'Bearer error="invalid_token"'],
])('the challenge of %s is %s', (code, challenge) => {
  expect(unauthenticated(code, 'No.', { detail: 'kept' }).details).toEqual({
    detail: 'kept',
    headers: { 'WWW-Authenticate': challenge },
  });
});
