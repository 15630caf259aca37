import { keepPersonal, type KeptValues } from '@pas/shared/audit/keep-personal';
import type { AuditSubmission, PersonalDigest } from '@pas/shared/events/areas/audit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { AuditRecordRow } from '@pas/shared/models/audit-record';

type Caller = Pick<AuditRecordRow['record'], 'actor' | 'context'>;

/** The names of people, by their user ids. */
export type Names = ReadonlyMap<string, string>;

const isPerson = ({ type }: AuditSubmission['actor']): boolean => type === 'RESIDENT' || type === 'STAFF';

const nameOf = ({ firstName, lastName, email, phone }: UserRow): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || email || phone;

/**
 * Reads the names of the people who act in some submissions of a tenant. A submission names them by their ids alone, so
 * that no name travels on the bus.
 */
export async function readNames(
  tenantId: string,
  submissions: readonly { data: AuditSubmission }[],
): Promise<Names> {
  const ids = submissions.flatMap(({ data: { actor } }) =>
    isPerson(actor) && actor.name === null && actor.id !== null ? [actor.id] : [],
  );
  if (ids.length === 0) return new Map();
  const projection = { firstName: 1, lastName: 1, email: 1, phone: 1 };
  const filter = { tenantId, _id: { $in: [...new Set(ids)] } };
  const users = await UserModel.find(filter, projection).lean<UserRow[]>();
  return new Map(users.map((user) => [user._id, nameOf(user) ?? '']));
}

/**
 * Prepares the replacement of a caller's personal values by digests: the name of a person, the address and the
 * program. In one batch, equal values of one actor share a digest; those of two actors never do, so that one can be
 * erased without the other.
 */
export function callerDigester(names: Names, kept: KeptValues): (submitted: AuditSubmission) => Caller {
  const known = new Map<string, PersonalDigest>();
  const digest = (actorId: string | null, value: string | null): PersonalDigest | null => {
    if (value === null || value === '') return null;
    const key = JSON.stringify([actorId, value]);
    const made = known.get(key) ?? keepPersonal(value, kept);
    if (made) known.set(key, made);
    return made;
  };
  return ({ actor, context }) => ({
    actor: { ...actor, name: actor.name ?? digest(actor.id, names.get(actor.id ?? '') ?? null) },
    context: {
      ...context,
      ip: digest(actor.id, context.ip),
      userAgent: digest(actor.id, context.userAgent),
    },
  });
}
