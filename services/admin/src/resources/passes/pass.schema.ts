import { tenantNow } from '@pas/shared/context/tenant-now';
import type { PassLinks } from '@pas/shared/access/pass-links';
import { weekdays } from '@pas/shared/access/pass-window';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { AccessPassRow } from '@pas/shared/models/access-pass';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';
import { Channel } from '../onboarding/delivery.schema.ts';

/** Purpose of a pass. */
export const PassKind = z.enum(['GUEST', 'CARRIER', 'VENDOR', 'TOUR']);

/** Which passes a list shows. */
export const PassStatus = z.enum(['live', 'ended', 'all']);
export type PassStatus = z.output<typeof PassStatus>;

const PassEnd = z.object({
  at: Timestamp,
  reason: z.enum(['EXPIRED', 'REVOKED', 'MOVED_OUT']).meta({
    description:
      'EXPIRED: it reached its `endsAt`. REVOKED: somebody ended it before. MOVED_OUT: its resident moved out.',
  }),
  by: z
    .object({
      type: z.string().meta({ example: 'STAFF' }),
      id: z.string().nullable().meta({ example: 'key_01kb3rt9d5e0p8m6q2v7x4hzjn' }),
      name: z.string().nullable().meta({ example: 'Dana Whitfield' }),
    })
    .nullable()
    .meta({ description: 'The person, key or system that ended it. Null when it expired.' }),
  note: z.string().nullable().meta({
    description: 'The `reason` of the request that revoked it.',
    example: 'The work is finished.',
  }),
});

const Delivery = z
  .object({
    id: idSchema('delivery'),
    channel: Channel,
    status: z.enum(['QUEUED', 'SENT', 'DELIVERED', 'BOUNCED', 'FAILED']).meta({
      description:
        'SENT: the mail server or the carrier has accepted it. DELIVERED: the carrier reports that the text has arrived.',
    }),
    error: z.string().nullable().meta({
      description:
        'The reason why the message was not sent. QUEUED: the reason of the next retry. FAILED: `pass_ended`, `contact_changed`, `opted_out`, `premium_number`, `refused_by_carrier` or another code, as for invites.',
      example: 'mailbox_refused',
    }),
    at: Timestamp,
  })
  .meta({ id: 'PassDelivery' });

const Holder = z.object({
  id: idSchema('accessPass').meta({
    description:
      'Access events contain it as `passId`. Deleting this id revokes the pass for this holder only. The first holder has the id of the pass.',
  }),
  name: z.string().nullable().meta({ example: 'Sam Ortiz' }),
  email: z.string().nullable().meta({ example: 'sam@example.com' }),
  phone: z.string().nullable().meta({ example: '+12025550123' }),
  uses: z.int().meta({ description: 'How often this holder has opened a door.' }),
  url: z.string().nullable().meta({
    'x-secret': true,
    description:
      'The page of the holder. Everybody who has this address can use the pass. Only the answer of the creation shows it.',
    example: 'https://portal.example/pass/Zk2…',
  }),
  pin: z.string().nullable().meta({
    'x-secret': true,
    description:
      'Six digits for the keypads of the doors. Only the answer of the creation shows it, and that of a change that had to choose another one.',
    example: '482913',
  }),
  deliveries: z.array(Delivery).meta({
    description: 'The last messages with the link to the holder, at most 20, the newest last.',
  }),
});

/** A pass as the Admin API shows it. */
export const Pass = z
  .object({
    ...entityFields('accessPass'),
    propertyId: idSchema('property'),
    accessPointIds: z.array(idSchema('accessPoint')).meta({ description: 'The doors that it opens.' }),
    kind: PassKind,
    createdBy: z
      .object({
        type: z.enum(['RESIDENT', 'STAFF', 'API_KEY']),
        id: z.string().meta({ example: 'key_01kb3rt9d5e0p8m6q2v7x4hzjn' }),
      })
      .meta({ description: 'A pass of a resident opens the doors of that resident.' }),
    startsAt: Timestamp,
    endsAt: Timestamp.meta({ description: 'Exclusive.' }),
    weekdays: z
      .array(z.enum(weekdays))
      .nullable()
      .meta({ description: 'The days on which it is valid. Null: every day.' }),
    timeFrom: z.string().nullable().meta({
      description: 'The start of the daily window, in the local time of the property.',
      example: '09:00',
    }),
    timeTo: z.string().nullable().meta({
      description: 'The end of the daily window, exclusive. Before `timeFrom`: it ends on the next day.',
      example: '17:00',
    }),
    maxUses: z.int().nullable().meta({ description: 'How often each holder may open a door.' }),
    uses: z.int().meta({ description: 'How often all holders together have opened a door.' }),
    holders: z.array(Holder),
    ended: PassEnd.nullable().meta({
      description: 'The end of the pass. Null while it is current or future.',
    }),
  })
  .meta({ id: 'Pass' });

/** A pass with the rows of all its holders, the first one first. */
export type PassGroup = readonly [AccessPassRow, ...AccessPassRow[]];

/** Returns the end of a pass; null for a current or future one. */
function presentEnd(row: AccessPassRow, now: Date): z.input<typeof PassEnd> | null {
  if (row.isLive && row.endsAt > tenantNow({ tenantId: row.tenantId, now })) return null;
  if (row.deletedAt === null) return { at: timestamp(row.endsAt), reason: 'EXPIRED', by: null, note: null };
  // Passes that ended before these fields were stored have none of them.
  const [reason, by, note] = [row.endReason ?? 'REVOKED', row.endedBy ?? null, row.endNote ?? null];
  return { at: timestamp(row.deletedAt), reason, by, note };
}

interface Presentation {
  now: Date;
  /** Shows the link and PIN of each holder. */
  links?: PassLinks;
  /** Shows only the PINs of these holders. */
  newPins?: ReadonlySet<string>;
}

/**
 * Presents a pass; with links and PINs of its holders when `links` is given. The answer's schema removes undeclared
 * fields.
 */
export function presentPass(group: PassGroup, { now, links, newPins }: Presentation): z.input<typeof Pass> {
  const hasPin = ({ _id }: AccessPassRow): boolean => newPins === undefined || newPins.has(_id);
  const [row] = group;
  const { tokenHash: _hash, pinKeys: _pins, ...shown } = row;
  return {
    ...shown,
    ...presentEntity(row),
    startsAt: timestamp(row.startsAt),
    endsAt: timestamp(row.endsAt),
    weekdays: row.weekdays.length === 0 ? null : row.weekdays,
    uses: group.reduce((sum, { uses }) => sum + uses, 0),
    holders: group.map((holder) => ({
      id: holder._id,
      name: holder.guestName,
      email: holder.holderEmail ?? null,
      phone: holder.holderPhone ?? null,
      uses: holder.uses,
      url: newPins === undefined ? (links?.urlOf(holder) ?? null) : null,
      pin: hasPin(holder) ? (links?.pinOf(holder) ?? null) : null,
      // Passes from before messages about passes have none of them.
      deliveries: (holder.deliveries ?? []).map(({ id, channel, status, error, at }) => ({
        id,
        channel,
        status,
        error,
        at: timestamp(at),
      })),
    })),
    ended: presentEnd(row, now),
  };
}
