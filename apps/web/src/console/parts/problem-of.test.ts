import { expect, test } from 'vitest';
import { problemOf } from './problem-of.ts';

test.each([
  ['email', 'email'],
  ['settings.alertRecipients.2.email', 'email'],
  ['settings.inviteReminderHours.0', 'inviteReminderHours'],
  ['rows[3].email', 'email'],
])('a problem of %s is one of %s', (path, field) => {
  expect(problemOf({ other: 'Something else.', [path]: 'Not so.' }, field)).toBe('Not so.');
});

test('a field without a problem has none, also where another has a longer name', () => {
  expect(problemOf({ emailKey: 'Not so.' }, 'email')).toBeUndefined();
});
