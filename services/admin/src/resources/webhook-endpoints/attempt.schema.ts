import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import { z } from 'zod';
import { PublicEventTypeName } from '../../public-events/public-event.schema.ts';

export const AttemptStatus = z.enum(['PENDING', 'SUCCEEDED', 'FAILED']);

/** One attempt to send an event, as the Admin API shows it. */
export const WebhookAttempt = z
  .object({
    id: idSchema('webhookAttempt'),
    eventId: idSchema('event').meta({ description: 'The `webhook-id` of the request.' }),
    type: PublicEventTypeName,
    status: AttemptStatus.meta({ description: 'PENDING: due at `nextAt`.' }),
    responseStatus: z.int().nullable().meta({
      description: 'The status that the endpoint answered. Null if there was no answer.',
    }),
    error: z.string().nullable().meta({
      description:
        'The reason of a failed attempt. An answer other than 2xx is `refused`. The other reasons are `redirected`, `timeout`, `connection_failed`, `private_address`, `tls_failed`, `endpoint_inactive`, `not_subscribed`, `tenant_suspended` or `interrupted`. `not_subscribed`: the endpoint no longer gets this event.',
      example: 'timeout',
    }),
    at: Timestamp.nullable().meta({ description: 'The time of the attempt.' }),
    nextAt: Timestamp.nullable().meta({ description: 'The planned time. Null after the attempt.' }),
    request: z
      .object({ headers: z.record(z.string(), z.string()), body: z.string() })
      .nullable()
      .meta({
        description:
          'The request, rendered again from the event: its body shows the current data, and the signature is left out. Null before the attempt, if nothing was sent, and for callers without the read scope of the event. Null also for events outside the endpoint’s `propertyIds`.',
        example: {
          headers: { 'webhook-id': 'evt_01kb3rt9d5e0p8m6q2v7x4hzjn' },
          body: '{"type":"door.opened"}',
        },
      }),
    responseBody: z.string().nullable().meta({
      description:
        'The first kilobyte of the answer, kept for three days. Null for an empty answer, and where the event is not shown, as in `request`.',
      example: '{"error":"unknown door"}',
    }),
    number: z.int().min(1).meta({ description: 'The number of the attempt. A resend restarts at 1.' }),
  })
  .meta({ id: 'WebhookAttempt' });

/** The exchange of an attempt: its request, and the start of the answer. */
export type Exchange = Pick<z.input<typeof WebhookAttempt>, 'request' | 'responseBody'>;

/** The exchange of an attempt that is only planned. */
const noExchange: Exchange = { request: null, responseBody: null };

/** Presents a stored attempt. */
export function presentAttempt(
  row: WebhookAttemptRow,
  exchange = noExchange,
): z.input<typeof WebhookAttempt> {
  const { _id: id, eventId, type, status, responseStatus, error, number } = row;
  return {
    id,
    eventId,
    type,
    status,
    responseStatus,
    error,
    at: timestamp(row.at),
    nextAt: timestamp(row.nextAt),
    ...exchange,
    number,
  };
}
