import { Email } from '@pas/shared/contacts/email';
import { PersonName } from '@pas/shared/contacts/person';
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

/** The content of an identity event about a person. */
export interface IdentityReport {
  kind: 'updated' | 'deleted' | 'sessions_ended';
  /** The provider's id of the person. */
  subject: string;
  /** The time of the change; null if unknown. */
  at: Date | null;
  /** Null if the provider has none; undefined if the event has no name. */
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** The verified primary address; null if the event has none. */
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

/** A smaller number is a time in seconds, because in milliseconds it would be before 1973. */
const minMs = 1e11;

/** Reads the time of an event: milliseconds or seconds since 1970, or ISO 8601. */
function momentOf({ data, timestamp }: Event): Date | null {
  const at = data.updated_at ?? timestamp;
  if (at === undefined) return null;
  // Rounded up to the end of the second, so that a session of the same second counts as begun.
  const moment = new Date(typeof at === 'number' && at < minMs ? at * 1000 + 999 : at);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** Returns the primary address, if the provider has verified it. */
function verifiedEmail({
  primary_email_address_id: id,
  email_addresses: addresses,
}: Event['data']): string | null {
  const primary = addresses?.find((address) => address.id === id);
  if (primary?.verification?.status !== 'verified') return null;
  return Email.safeParse(primary.email_address).data ?? null;
}

/** Returns a name without marks that nobody sees; null for an invisible name, undefined without one. */
function readName(name: string | null | undefined): string | null | undefined {
  return name === undefined ? undefined : (PersonName.safeParse(name).data ?? null);
}

/** Reads an identity event about a person; null for any other event. */
export function readIdentityReport(body: unknown): IdentityReport | null {
  const { data: event } = Event.safeParse(body);
  const kind = event && kinds.get(event.type);
  if (!kind) return null;
  const { data } = event;
  const subject = kind === 'sessions_ended' ? data.user_id : data.id;
  if (subject === undefined) return null;
  const { banned: isBanned = false } = data;
  const [firstName, lastName] = [readName(data.first_name), readName(data.last_name)];
  const email = kind === 'updated' ? verifiedEmail(data) : null;
  return { kind, subject, at: momentOf(event), firstName, lastName, email, isBanned };
}
