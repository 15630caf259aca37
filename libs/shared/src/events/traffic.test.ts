import { expect, test } from 'vitest';
import { requirePublisher } from './traffic.ts';

test('the service admin publishes what either of its programs publishes', () => {
  expect(() => requirePublisher('admin', 'pas.v1.onboarding.invite.created')).not.toThrow();
  expect(() => requirePublisher('admin', 'pas.v1.audit.record.appended')).not.toThrow();
});

test('a service publishes the events that the table gives it, and no others', () => {
  expect(() => requirePublisher('resident', 'pas.v1.onboarding.invite.accepted')).not.toThrow();
  expect(() => requirePublisher('resident', 'pas.v1.onboarding.invite.revoked')).toThrow(
    'resident is not among the publishers of pas.v1.onboarding.invite.revoked',
  );
});
