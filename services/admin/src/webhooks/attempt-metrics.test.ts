import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import { growthOf } from '@pas/testing/read-metric';
import { expect, test } from 'vitest';
import { countAttempt } from './attempt-metrics.ts';

const occurredAt = new Date('2026-01-01T00:00:00Z');
const later = (ms: number): Date => new Date(occurredAt.getTime() + ms);

const attempt = (fields: Partial<WebhookAttemptRow> = {}) =>
  ({ number: 1, occurredAt, createdAt: later(100), entityId: 'unit_1', ...fields }) as WebhookAttemptRow;

const outcome = (error: string | null) => ({ responseStatus: null, error, responseBody: null });
const timed = ['webhook_first_attempt_duration_seconds_count'] as const;

test.each([
  [null, 'succeeded'],
  ['timeout', 'timeout'],
])('an attempt with the error %s counts as %s', async (error, result) => {
  const counted = ['webhook_attempts_total', { result }] as const;
  expect(await growthOf(counted, () => countAttempt(attempt(), outcome(error), later(900)))).toBe(1);
});

test('the first attempt is timed from the event', async () => {
  const within = ['webhook_first_attempt_duration_seconds_bucket', { le: '1' }] as const;
  expect(await growthOf(within, () => countAttempt(attempt(), outcome('timeout'), later(900)))).toBe(1);
});

test.each([
  ['a retry', { number: 2 }],
  ['a test of the endpoint', { entityId: null }],
  ['a repeat of an old event', { createdAt: later(7_200_000) }],
])('%s is not timed', async (_what, fields) => {
  expect(await growthOf(timed, () => countAttempt(attempt(fields), outcome(null), later(900)))).toBe(0);
});
