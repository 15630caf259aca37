import { expect, test } from 'vitest';
import { problemOf } from './problem-of.ts';

test.each([
  ['email', 'email'],
  ['settings.alertRecipients.2.email', 'email'],
  ['settings.inviteReminderHours.0', 'inviteReminderHours'],
  ['rows[3].email', 'email'],
  ['holders.1.phone', 'holders.1.phone'],
])('a problem at %s belongs to %s', (path, field) => {
  expect(problemOf({ other: 'Something else.', [path]: 'Not so.' }, field)).toBe('Not so.');
});

test('a field does not get the problem of another field with a longer name', () => {
  expect(problemOf({ emailKey: 'Not so.' }, 'email')).toBeUndefined();
  expect(problemOf({ 'holders.1.phone': 'Not so.' }, 'holders.0.phone')).toBeUndefined();
});
