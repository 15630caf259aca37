import { expect, test } from 'vitest';
import { nameOfField, otherProblems } from './other-problems.ts';

test.each([
  ['accessPointIds', 'Doors'],
  ['settings.alertRecipients.0.types.1', 'Alerts'],
  ['settings.inviteReminderHours.0', 'Invite reminder hours'],
  ['address.line1', 'Street and number'],
  ['holders[2].email', 'E-mail'],
  ['customerId', 'Customer'],
  ['', ''],
])('the field %s is called “%s”', (path, name) => {
  expect(nameOfField(path)).toBe(name);
});

test('errors that a field shows itself are omitted, and the others get a name', () => {
  const problems = {
    'holders.0.name': 'Is too long.',
    'controller.ref': 'Is required.',
    accessPointIds: 'Choose at least one.',
  };
  expect(otherProblems(problems, ['holders', 'ref'])).toEqual([
    { path: 'accessPointIds', name: 'Doors', message: 'Choose at least one.' },
  ]);
  expect(otherProblems(problems, [])).toHaveLength(3);
});
