import type { FeedEvent } from '@pas/client';
import { Webhook } from 'standardwebhooks';

/** Timeout of a request in milliseconds, the same as for a webhook. */
const timeoutMs = 15_000;

/** Receiver of forwarded events. */
export interface Target {
  url: string;
  /** `whsec_` and base64. */
  secret: string;
}

/** Result of one forwarded event. */
export interface Delivery {
  isAccepted: boolean;
  /** The status, or the reason of a request without an answer. */
  outcome: string;
  durationMs: number;
}

/** Builds the same request as the service does for a webhook (Standard Webhooks). */
function buildWebhook({ id, type, timestamp, data }: FeedEvent, secret: string, now: Date) {
  const body = JSON.stringify({ type, timestamp, data });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'pas-listen/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  return { body, headers };
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? 'connection failed';
}

/** Posts an event once, without redirects. Never throws. */
export async function forwardEvent(event: FeedEvent, { url, secret }: Target): Promise<Delivery> {
  const startedAt = performance.now();
  const finish = (isAccepted: boolean, outcome: string): Delivery => ({
    isAccepted,
    outcome,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      ...buildWebhook(event, secret, new Date()),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Only the status counts. An endless body must not block the command.
    await response.body?.cancel();
    return finish(response.ok, String(response.status));
  } catch (error) {
    return finish(false, reasonOf(error));
  }
}
