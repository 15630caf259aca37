import { keepPersonal, type KeptValues } from '@pas/shared/audit/keep-personal';
import type { AuditSubmission, PersonalDigest } from '@pas/shared/events/areas/audit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { emailKey } from '@pas/shared/contacts/email';
import { entityOfId } from '@pas/shared/ids/id';
import { StaffNameModel, staffNameId, type StaffNameRow } from '@pas/shared/models/staff-name';
import type { AuditRecordRow } from '@pas/shared/models/audit-record';
import { nameFields, personName } from '../resources/users/person-name.ts';

type Caller = Pick<AuditRecordRow['record'], 'actor' | 'context'>;

/** Names of people by user id or, for staff, by subject. */
export type Names = ReadonlyMap<string, string>;

const isPerson = ({ type }: AuditSubmission['actor']): boolean => type === 'RESIDENT' || type === 'STAFF';

/** Staff are identified by the subject of their identity provider, users by their id. */
const isUserId = (id: string): boolean => entityOfId(id) === 'user';

async function readUserNames(tenantId: string, ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0) return [];
  const filter = { tenantId, _id: { $in: [...ids] } };
  const users = await UserModel.find(filter, nameFields).lean<UserRow[]>();
  return users.map((user) => [user._id, personName(user) ?? '']);
}

/** Reads the names of STAFF users by their normalized e-mails. */
async function readStaffUserNames(tenantId: string, emails: readonly string[]): Promise<Names> {
  if (emails.length === 0) return new Map();
  const filter = { tenantId, kind: 'STAFF' as const, isLive: true, emailKey: { $in: [...emails] } };
  const users = await UserModel.find(filter, { ...nameFields, emailKey: 1 }).lean<UserRow[]>();
  return new Map(users.map((user) => [user.emailKey ?? '', personName(user) ?? '']));
}

/** Prefers the name of the STAFF user to the name from the identity provider. */
async function readStaffNames(tenantId: string, subjects: readonly string[]): Promise<[string, string][]> {
  if (subjects.length === 0) return [];
  const ids = subjects.map((subject) => staffNameId(tenantId, subject));
  const rows = await StaffNameModel.find({ _id: { $in: ids } }).lean<StaffNameRow[]>();
  const keyOf = ({ email }: StaffNameRow): string => (email === null ? '' : emailKey(email));
  const emails = rows.map(keyOf).filter((key) => key !== '');
  const ofUsers = await readStaffUserNames(tenantId, emails);
  const subjectOf = ({ _id }: StaffNameRow): string => _id.slice(staffNameId(tenantId, '').length);
  return rows.map((row) => [subjectOf(row), ofUsers.get(keyOf(row)) || row.name]);
}

/**
 * Reads the names of the people who act in some submissions of a tenant. Submissions carry ids only, so no
 * name travels on the bus.
 */
export async function readNames(
  tenantId: string,
  submissions: readonly { data: AuditSubmission }[],
): Promise<Names> {
  const nameless = submissions.flatMap(({ data: { actor } }) =>
    isPerson(actor) && actor.name === null && actor.id !== null ? [actor.id] : [],
  );
  const ids = [...new Set(nameless)];
  const [users, staff] = await Promise.all([
    readUserNames(tenantId, ids.filter(isUserId)),
    readStaffNames(
      tenantId,
      ids.filter((id) => !isUserId(id)),
    ),
  ]);
  return new Map([...users, ...staff]);
}

type StatedPurpose = Pick<AuditSubmission['context'], 'onBehalfOf' | 'reason'>;

/** Replaces the stated purpose by digests. No other record shares them, and they are erased with the record's target. */
function digestPurpose({ onBehalfOf, reason }: StatedPurpose, kept: KeptValues) {
  return {
    ...(onBehalfOf !== undefined && { onBehalfOf: keepPersonal(onBehalfOf, kept) }),
    ...(reason !== undefined && { reason: keepPersonal(reason, kept) }),
  };
}

/**
 * Prepares the replacement of a caller's personal values by digests: the name of a person, the address and
 * the program. Equal values of one actor in one batch share a digest. Two actors never share one, so that
 * each can be erased separately.
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
  return ({ actor, context: { onBehalfOf, reason, ...context } }) => ({
    actor: { ...actor, name: actor.name ?? digest(actor.id, names.get(actor.id ?? '') ?? null) },
    context: {
      ...context,
      ip: digest(actor.id, context.ip),
      userAgent: digest(actor.id, context.userAgent),
      ...digestPurpose({ onBehalfOf, reason }, kept),
    },
  });
}
