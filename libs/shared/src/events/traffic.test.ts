import { expect, test } from 'vitest';
import { requirePublisher } from './traffic.ts';

test('the service admin publishes the events of both of its programs', () => {
  expect(() => requirePublisher('admin', 'pas.v1.onboarding.invite.created')).not.toThrow();
  expect(() => requirePublisher('admin', 'pas.v1.audit.record.appended')).not.toThrow();
});

test('a service publishes only its events in the table', () => {
  expect(() => requirePublisher('resident', 'pas.v1.onboarding.invite.accepted')).not.toThrow();
  expect(() => requirePublisher('resident', 'pas.v1.onboarding.import.committed')).toThrow(
    'resident is not among the publishers of pas.v1.onboarding.import.committed',
  );
});
