import { takeTurns } from '@pas/platform/concurrency/take-turns';
import { digestOf, readValues, type PersonalValues } from '../audit-chain/personal-values.ts';
import type { AuditRecordRow } from '../models/audit-record.ts';
import type { Person } from './person.ts';
import {
  isActor,
  isOwnChange,
  ownDigests,
  readPassValues,
  toPersonInAudit,
  walkRecords,
  type PersonInAudit,
} from './person-in-audit.ts';

const hasDigestOf = (
  { before, after }: { before: unknown; after: unknown },
  own: ReadonlySet<string>,
): boolean => [digestOf(before), digestOf(after)].some((digest) => digest !== null && own.has(digest));

interface ReadableRecord {
  row: AuditRecordRow;
  /** Digests of the person's values. */
  own: readonly string[];
}

/** Formats an audit record for an export, with the person's readable values. */
function showRecord({ row, own: digests }: ReadableRecord, inAudit: PersonInAudit, values: PersonalValues) {
  const own = new Set(digests);
  const read = (value: unknown): unknown => {
    const digest = digestOf(value);
    if (digest === null) return value;
    return own.has(digest) ? (values.get(digest)?.value ?? null) : null;
  };
  const { action, outcome, targets, changes, context, occurredAt, actor } = row.record;
  const isOwn = isActor(row, inAudit);
  return {
    id: row._id,
    seq: row.seq,
    action,
    outcome,
    actor: { type: actor.type, id: actor.id, name: read(actor.name) },
    targets,
    changes: changes
      .filter((change) => isOwnChange(row, change.path, inAudit) || hasDigestOf(change, own))
      .map(({ path, before, after }) => ({ path, before: read(before), after: read(after) })),
    ip: isOwn ? read(context.ip) : null,
    userAgent: isOwn ? read(context.userAgent) : null,
    occurredAt,
  };
}

/** Exports the audit records that name a person, in batches. It reads only the person's values beside the chain. */
export async function* exportAudit(person: Person) {
  const inAudit = toPersonInAudit(person);
  const turn = takeTurns();
  for await (const rows of walkRecords(inAudit)) {
    const ofPasses = await readPassValues(rows, inAudit);
    const readable = rows.map((row): ReadableRecord => ({ row, own: ownDigests(row, inAudit, ofPasses) }));
    const values = await readValues(
      person.tenantId,
      readable.flatMap(({ own }) => own),
    );
    const shown: ReturnType<typeof showRecord>[] = [];
    for (const record of readable) {
      await turn();
      shown.push(showRecord(record, inAudit, values));
    }
    yield shown;
  }
}
