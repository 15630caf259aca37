import { randomUUID } from 'node:crypto';
import { signPayments } from '@pas/testing/signed-webhooks/sign-webhook';
import type { BenchRequest } from '../measure/send-request.ts';

/** As large as a usual event of a payments provider, in bytes. */
const usualBytes = 1500;

/** Makes signed events of the payments provider, each with an id of its own; nobody here is concerned by them. */
export function signedEvents(url: string, secret: string): () => BenchRequest {
  return () => {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'invoice.created', created: 1 };
    const text = JSON.stringify({ ...event, data: { object: { note: 'x'.repeat(usualBytes) } } });
    const { path, headers } = signPayments(secret, text);
    return { url: url + path, headers, text };
  };
}
