import { Email } from '@pas/shared/contacts/email';
import { z } from 'zod';

const Moment = z.number().min(0).max(8.64e15);

const Address = z.looseObject({
  id: z.string().max(255),
  email_address: z.string().max(320),
  verification: z.looseObject({ status: z.string().max(64) }).nullish(),
});

const Event = z.object({
  type: z.string(),
  timestamp: z.union([Moment, z.string()]).optional(),
  data: z.looseObject({
    id: z.string().max(255).optional(),
    user_id: z.string().max(255).optional(),
    updated_at: Moment.optional(),
    first_name: z.string().max(100).nullish(),
    last_name: z.string().max(100).nullish(),
    banned: z.boolean().optional(),
    primary_email_address_id: z.string().max(255).nullish(),
    email_addresses: z.array(Address).max(100).nullish(),
  }),
});
type Event = z.output<typeof Event>;

/** What an identity event says of a person. */
export interface IdentityReport {
  kind: 'updated' | 'deleted' | 'sessions_ended';
  /** The provider's id of the person. */
  subject: string;
  /** When it happened; null where the event does not say. */
  at: Date | null;
  /** Null where the provider has none; undefined where the event does not say. */
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** The person's own address, as they have proven; null where the event says none. */
  email: string | null;
  isBanned: boolean;
}

const kinds: ReadonlyMap<string, IdentityReport['kind']> = new Map(
  Object.entries<IdentityReport['kind']>({
    'user.updated': 'updated',
    'user.deleted': 'deleted',
    'session.revoked': 'sessions_ended',
    'session.ended': 'sessions_ended',
    'session.removed': 'sessions_ended',
  }),
);

/** A number below this is a time in seconds: in milliseconds it would lie before 1973. */
const leastMs = 1e11;

/** Reads when an event happened: milliseconds or seconds since 1970, or a text of ISO 8601. */
function momentOf({ data, timestamp }: Event): Date | null {
  const at = data.updated_at ?? timestamp;
  if (at === undefined) return null;
  // A whole second has passed at its end alone: a session of the same second had begun.
  const moment = new Date(typeof at === 'number' && at < leastMs ? at * 1000 + 999 : at);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** The primary address, where the provider has verified it. */
function verifiedEmail({
  primary_email_address_id: id,
  email_addresses: addresses,
}: Event['data']): string | null {
  const primary = addresses?.find((address) => address.id === id);
  if (primary?.verification?.status !== 'verified') return null;
  return Email.safeParse(primary.email_address).data ?? null;
}

/** Reads what an identity event says of a person; null for one that concerns nobody. */
export function readIdentityReport(body: unknown): IdentityReport | null {
  const { data: event } = Event.safeParse(body);
  const kind = event && kinds.get(event.type);
  if (!kind) return null;
  const { data } = event;
  const subject = kind === 'sessions_ended' ? data.user_id : data.id;
  if (subject === undefined) return null;
  const { first_name: firstName, last_name: lastName, banned: isBanned = false } = data;
  const email = kind === 'updated' ? verifiedEmail(data) : null;
  return { kind, subject, at: momentOf(event), firstName, lastName, email, isBanned };
}
