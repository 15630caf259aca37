import { maskEmail } from '@pas/shared/contacts/email';
import { maskPhone } from '@pas/shared/contacts/phone';
import { idSchema } from '@pas/shared/ids/id';
import type { Delivery } from '@pas/shared/models/invite';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';

/** Channels of messages. */
export const Channel = z.enum(['EMAIL', 'SMS']);

/** A message to a contact of an invite, as the Admin API shows it. */
export const DeliveryOfInvite = z
  .object({
    id: idSchema('delivery'),
    channel: Channel,
    kind: z
      .enum(['INVITE', 'REMINDER'])
      .meta({ description: 'REMINDER: sent because the invite was not used. See `inviteReminderHours`.' }),
    to: z.string().meta({ description: 'Masked.', example: 'j•••@example.test' }),
    status: z.enum(['QUEUED', 'SENT', 'DELIVERED', 'BOUNCED', 'FAILED']),
    error: z.string().nullable().meta({
      description:
        'The reason why the message was not sent. QUEUED: the reason of the next retry, such as `mail_server_unavailable` or `carrier_busy`. BOUNCED: `mailbox_refused`. FAILED: `opted_out`, `invalid_number`, `premium_number`, `refused_by_carrier`, `refused_by_mail_server`, `invite_not_pending`, `token_replaced`, `contact_changed`, `sent_again`, `recipient_limit_reached`, or the reason of the last retry.',
      example: 'mailbox_refused',
    }),
    at: Timestamp,
  })
  .meta({ id: 'Delivery' });

/** Masks a contact so that only its owner recognizes it. */
const maskContact = (channel: Delivery['channel'], to: string): string =>
  channel === 'EMAIL' ? maskEmail(to) : maskPhone(to);

/** Presents a stored delivery. */
export function presentDelivery({ id, channel, kind, to, status, error, at }: Delivery) {
  return {
    id,
    channel,
    kind,
    to: maskContact(channel, to),
    status,
    error,
    at: timestamp(at),
  };
}
