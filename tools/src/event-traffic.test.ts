import { expect, test } from 'vitest';
import { eventTraffic } from './event-traffic.ts';

test('a dispatched invite is told by admin, and its delivery consumer listens', () => {
  expect(eventTraffic('pas.v1.onboarding.invite.dispatched')).toEqual({
    publishers: ['admin'],
    consumers: ['admin: deliver-invites'],
  });
});

test('a subject that stands in no source has neither', () => {
  expect(eventTraffic('pas.v1.onboarding.invite.imagined')).toEqual({ publishers: [], consumers: [] });
});
