import { Webhook } from 'standardwebhooks';
import type { SignedRequest } from './send-request.ts';

interface UnsignedRequest {
  eventId: string;
  url: string;
  body: string;
  /** Newest first; the receiver needs only one of them. */
  secrets: readonly string[];
  now: Date;
}

/** Builds the headers of a request for an event. */
export const requestHeaders = ({ eventId, now }: Pick<UnsignedRequest, 'eventId' | 'now'>) => ({
  'content-type': 'application/json',
  'user-agent': 'property-access-webhooks/1',
  'webhook-id': eventId,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
});

/** Signs an event according to Standard Webhooks, once with each secret. */
export function signEvent({ eventId, url, body, secrets, now }: UnsignedRequest): SignedRequest {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(eventId, now, body));
  return {
    url,
    body,
    headers: { ...requestHeaders({ eventId, now }), 'webhook-signature': signatures.join(' ') },
  };
}
