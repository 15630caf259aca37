import { digestOf, readPersonalValues, type PersonalValues } from '../audit-chain/personal-values.ts';
import { AuditRecordModel, type AuditRecordRow } from '../models/audit-record.ts';

/** Records in one statement. */
const batchSize = 500;

const named = ['email', 'phone', 'firstName', 'lastName', 'externalId'] as const;
type Named = (typeof named)[number];

/** What a user was called and how they were reached, at any time. */
export type EarlierValues = Readonly<Record<Named, ReadonlySet<string>>>;

/** The field of a user that a change of a record is about; an import writes `users.<id>.<field>`. */
function fieldOf({ record }: AuditRecordRow, path: string, userId: string): Named | null {
  const prefix = `users.${userId}.`;
  const isOfUser = record.targets[0]?.id === userId && !path.includes('.');
  if (!isOfUser && !path.startsWith(prefix)) return null;
  const name = isOfUser ? path : path.slice(prefix.length);
  return named.find((field) => field === name) ?? null;
}

/** The values of a user in one record, by their fields. */
function valuesIn(row: AuditRecordRow, userId: string, values: PersonalValues): [Named, string][] {
  return row.record.changes.flatMap(({ path, before, after }) => {
    const name = fieldOf(row, path, userId);
    if (name === null) return [];
    const shown = [before, after].map((part) => values.get(digestOf(part) ?? '')?.value);
    return shown.filter((value) => typeof value === 'string').map((value): [Named, string] => [name, value]);
  });
}

/** Finds the values that a user has had, by the audit: other rows may still show them. */
export async function findEarlierValues(tenantId: string, userId: string): Promise<EarlierValues> {
  const found: Record<Named, Set<string>> = {
    email: new Set(),
    phone: new Set(),
    firstName: new Set(),
    lastName: new Set(),
    externalId: new Set(),
  };
  for (let after = 0; ;) {
    const filter = { tenantId, 'record.targets.id': userId, seq: { $gt: after } };
    const rows = await AuditRecordModel.find(filter)
      .sort({ seq: 1 })
      .limit(batchSize)
      .lean<AuditRecordRow[]>();
    const values = await readPersonalValues(tenantId, rows);
    for (const [name, value] of rows.flatMap((row) => valuesIn(row, userId, values))) found[name].add(value);
    if (rows.length < batchSize) return found;
    after = rows.at(-1)?.seq ?? 0;
  }
}
