import { expect, test } from 'vitest';
import { newAttempt, type SentEvent } from './new-attempt.ts';

test('an event that is resent in the same millisecond has a separate attempt', () => {
  const now = new Date();
  const event: SentEvent = {
    _id: 'ev_1',
    tenantId: 'ten_1',
    type: 'door.opened',
    entityId: 'ace_1',
    occurredAt: now,
    correlationId: 'test-correlation',
  };
  expect(newAttempt(event, 'whe_1', now)._id).not.toBe(newAttempt(event, 'whe_1', now)._id);
});
