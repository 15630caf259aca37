import { digestOf, readValues } from '../audit-chain/personal-values.ts';
import type { AuditRecordRow } from '../models/audit-record.ts';
import { walkInOrder } from './person-in-audit.ts';

const named = ['email', 'phone', 'firstName', 'lastName', 'externalId'] as const;
type PersonField = (typeof named)[number];

/** All names and contacts that a user has had. */
export type EarlierValues = Readonly<Record<PersonField, ReadonlySet<string>>>;

/** Returns the changed field of the user. Imports write `users.<id>.<field>`. */
function fieldOf({ record }: AuditRecordRow, path: string, userId: string): PersonField | null {
  const prefix = `users.${userId}.`;
  const isOfUser = record.targets[0]?.id === userId && !path.includes('.');
  if (!isOfUser && !path.startsWith(prefix)) return null;
  const name = isOfUser ? path : path.slice(prefix.length);
  return named.find((field) => field === name) ?? null;
}

/** Returns the digests of a user's values in one record, by field. */
const digestsIn = (row: AuditRecordRow, userId: string): [PersonField, string][] =>
  row.record.changes.flatMap(({ path, before, after }) => {
    const name = fieldOf(row, path, userId);
    if (name === null) return [];
    const digests = [digestOf(before), digestOf(after)].filter((digest) => digest !== null);
    return digests.map((digest): [PersonField, string] => [name, digest]);
  });

/**
 * Finds the earlier values of a user in the audit, because other rows may still show them. Records are sealed after
 * their changes commit, so this runs outside of a transaction.
 */
export async function findEarlierValues(tenantId: string, userId: string): Promise<EarlierValues> {
  const found: Record<PersonField, Set<string>> = {
    email: new Set(),
    phone: new Set(),
    firstName: new Set(),
    lastName: new Set(),
    externalId: new Set(),
  };
  for await (const rows of walkInOrder(tenantId, { 'record.targets.id': userId })) {
    const named = rows.flatMap((row) => digestsIn(row, userId));
    const values = await readValues(
      tenantId,
      named.map(([, digest]) => digest),
    );
    for (const [name, digest] of named) {
      const value = values.get(digest)?.value;
      if (typeof value === 'string') found[name].add(value);
    }
  }
  return found;
}
