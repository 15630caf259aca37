import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import { Counter, Histogram } from 'prom-client';
import type { Outcome } from './send-request.ts';

const attempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Attempts to deliver an event to a webhook endpoint, by result: succeeded, or the reason of the failure.',
  labelNames: ['result'],
});

const seconds = new Histogram({
  name: 'webhook_first_attempt_duration_seconds',
  help: 'Time from an event until its first attempt at an endpoint has ended.',
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 60, 300, 1800],
});

/** Attempts that are planned later than this after their event were requested by a person, in milliseconds. */
const maxDelayMs = 3_600_000;

/** Counts an attempt. The first attempt of an event is timed. A test or a repeat of an old event is not. */
export function countAttempt(attempt: WebhookAttemptRow, { error }: Outcome, at: Date): void {
  attempts.inc({ result: error ?? 'succeeded' });
  const { number, createdAt, occurredAt, entityId } = attempt;
  const isNew = createdAt.getTime() - occurredAt.getTime() < maxDelayMs;
  if (number === 1 && entityId !== null && isNew)
    seconds.observe((at.getTime() - occurredAt.getTime()) / 1000);
}
