import { z } from 'zod';

const Moment = z.number().min(0).max(8.64e15);

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
  isBanned: boolean;
}

const kinds: Readonly<Partial<Record<string, IdentityReport['kind']>>> = {
  'user.updated': 'updated',
  'user.deleted': 'deleted',
  'session.revoked': 'sessions_ended',
  'session.ended': 'sessions_ended',
  'session.removed': 'sessions_ended',
};

function momentOf({ data, timestamp }: Event): Date | null {
  const at = data.updated_at ?? timestamp;
  const moment = at === undefined ? null : new Date(at);
  return moment && !Number.isNaN(moment.getTime()) ? moment : null;
}

/** Reads what an identity event says of a person; null for one that concerns nobody. */
export function readIdentityReport(body: unknown): IdentityReport | null {
  const { data: event } = Event.safeParse(body);
  const kind = event && kinds[event.type];
  if (!kind) return null;
  const { data } = event;
  const subject = kind === 'sessions_ended' ? data.user_id : data.id;
  if (subject === undefined) return null;
  const { first_name: firstName, last_name: lastName, banned: isBanned = false } = data;
  return { kind, subject, at: momentOf(event), firstName, lastName, isBanned };
}
