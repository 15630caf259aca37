import { OutboxModel } from '@pas/platform/events/outbox';
import { inSpan, recordsSpans } from '@pas/platform/trace/spans';
import { withTrace } from '@pas/platform/trace/trace';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';

/** Reads the trace context of an event from its outbox row; null without one. */
async function readTrace(eventId: string): Promise<string | null> {
  const row = await OutboxModel.findById(eventId, { envelope: 1 })
    .lean()
    .catch(() => null);
  return row?.envelope.traceparent ?? null;
}

/**
 * Runs an attempt with the correlation id of its event. While spans are recorded, the attempt is a span in the trace of
 * the event. Otherwise the trace is not read.
 */
export async function traceAttempt(
  { eventId, correlationId }: WebhookAttemptRow,
  attempt: () => Promise<void>,
): Promise<void> {
  const traceparent = recordsSpans() ? await readTrace(eventId) : null;
  const span = { name: 'send webhook', kind: 'client' } as const;
  return withTrace({ correlationId, traceparent }, () => inSpan(span, attempt));
}
