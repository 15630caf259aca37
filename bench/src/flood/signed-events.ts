import { randomUUID } from 'node:crypto';
import { signPayments } from '@pas/testing/signed-webhooks/sign-webhook';
import type { BenchRequest } from '../measure/send-request.ts';

/** Size of a usual event of a payments provider, in bytes. */
const usualBytes = 1500;

/** Makes signed events of the payments provider, each with its own id. They name no tenant of the system. */
export function signedEvents(url: string, secret: string): () => BenchRequest {
  return () => {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'invoice.created', created: 1 };
    const text = JSON.stringify({ ...event, data: { object: { note: 'x'.repeat(usualBytes) } } });
    const { path, headers } = signPayments(secret, text);
    return { url: url + path, headers, text };
  };
}
