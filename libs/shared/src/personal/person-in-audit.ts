import type { QueryFilter } from 'mongoose';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import {
  digestOf,
  digestPlaces,
  readPersonalValues,
  type PersonalValues,
} from '../audit-chain/personal-values.ts';
import { AuditPersonalValueModel } from '../models/audit-personal-value.ts';
import { AuditRecordModel, type AuditRecordRow } from '../models/audit-record.ts';
import { namesRecipient } from './alert-recipients.ts';
import { isValueOf, type Person } from './person.ts';

/** Records in one statement. */
const batchSize = 500;

/** The person's own ids among the targets of a record: of the user, and of invites to the person. */
const ownIds = ({ userId, inviteIds }: Person): string[] => [userId, ...inviteIds];

const isOfPass = ({ record }: AuditRecordRow, { passIds }: Person): boolean => {
  const [first] = record.targets;
  return typeof first?.id === 'string' && passIds.includes(first.id);
};

const isActor = ({ record }: AuditRecordRow, { actorIds }: Person): boolean =>
  record.actor.id !== null && actorIds.includes(record.actor.id);

/**
 * Whether a change of a record is one of the person; a record of an import holds those of many people, and one of a pass
 * those of all its holders.
 */
function isOwnChange(row: AuditRecordRow, path: string, person: Person): boolean {
  const { record } = row;
  if (isOfPass(row, person)) return record.changes.every((change) => !change.path.startsWith('holders.'));
  if (path.startsWith('users.')) return path.startsWith(`users.${person.userId}.`);
  const [first] = record.targets;
  return first?.id !== undefined && first.id !== null && ownIds(person).includes(first.id);
}

/** The digests of a record that stand for values of the person. */
function ownDigests(row: AuditRecordRow, person: Person, values: PersonalValues): string[] {
  const isOwn = (path: string, digest: string): boolean => {
    if (isOwnChange(row, path, person)) return true;
    const value = isOfPass(row, person) ? values.get(digest)?.value : null;
    return typeof value === 'string' && isValueOf(person, value);
  };
  const own = row.record.changes.flatMap(({ path, before, after }) =>
    [digestOf(before), digestOf(after)].filter((digest) => digest !== null && isOwn(path, digest)),
  ) as string[];
  if (!isActor(row, person)) return own;
  const ofActor = digestPlaces(row).filter(({ pointer }) => !pointer.startsWith('/changes/'));
  return [...own, ...ofActor.map(({ digest }) => digest)];
}

/** Reads the audit records that a filter finds, in batches, in the order of the chain. */
async function* walkInOrder(
  tenantId: string,
  filter: QueryFilter<AuditRecordRow>,
): AsyncGenerator<readonly AuditRecordRow[]> {
  for (let after = 0; ;) {
    const rows = await AuditRecordModel.find({ tenantId, ...filter, seq: { $gt: after } })
      .sort({ seq: 1 })
      .limit(batchSize)
      .lean<AuditRecordRow[]>();
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) break;
    after = rows.at(-1)?.seq ?? 0;
  }
}

/** Reads the audit records that name a person, in batches, in the order of the chain. */
async function* walkRecords(person: Person): AsyncGenerator<readonly AuditRecordRow[]> {
  const { tenantId, actorIds } = person;
  const filters = [
    { 'record.targets.id': { $in: [...ownIds(person), ...person.passIds] } },
    { 'record.actor.id': { $in: [...actorIds] } },
  ];
  for (const filter of filters) yield* walkInOrder(tenantId, filter);
}

const hasDigestOf = (
  { before, after }: { before: unknown; after: unknown },
  own: ReadonlySet<string>,
): boolean => [digestOf(before), digestOf(after)].some((digest) => digest !== null && own.has(digest));

/** One audit record as an export shows it, with the values of the person that are readable in it. */
function showRecord(row: AuditRecordRow, person: Person, values: PersonalValues) {
  const own = new Set(ownDigests(row, person, values));
  const read = (value: unknown): unknown => {
    const digest = digestOf(value);
    if (digest === null) return value;
    return own.has(digest) ? (values.get(digest)?.value ?? null) : null;
  };
  const { action, outcome, targets, changes, context, occurredAt, actor } = row.record;
  const isOwn = isActor(row, person);
  return {
    id: row._id,
    seq: row.seq,
    action,
    outcome,
    actor: { type: actor.type, id: actor.id, name: read(actor.name) },
    targets,
    changes: changes
      .filter((change) => isOwnChange(row, change.path, person) || hasDigestOf(change, own))
      .map(({ path, before, after }) => ({ path, before: read(before), after: read(after) })),
    ip: isOwn ? read(context.ip) : null,
    userAgent: isOwn ? read(context.userAgent) : null,
    occurredAt,
  };
}

/** The audit records that name a person, in batches; one that names them twice may come twice. */
export async function* exportAudit(person: Person) {
  for await (const rows of walkRecords(person)) {
    const values = await readPersonalValues(person.tenantId, rows);
    yield rows.map((row) => showRecord(row, person, values));
  }
}

/** Empties fields of the events by which records were submitted. */
async function emptySubmissions(rows: readonly AuditRecordRow[], names: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const filter = { _id: { $in: rows.map(({ eventId }) => eventId) } };
  const update = { $set: Object.fromEntries(names.map((name) => [`envelope.data.${name}`, null])) };
  for (const outbox of [OutboxModel, ControlOutboxModel])
    await outbox.collection.updateMany(filter as never, update);
}

/** Takes address, program and values of the person out of the events by which the records were submitted. */
async function eraseSubmissions(rows: readonly AuditRecordRow[], person: Person): Promise<void> {
  const own = rows.filter((row) => isActor(row, person));
  await emptySubmissions(own, ['context.ip', 'context.userAgent', 'personalValues']);
}

async function removeValues({ tenantId }: Person, digests: readonly string[]): Promise<number> {
  if (digests.length === 0) return 0;
  const filter = { tenantId, _id: { $in: [...digests] } };
  return (await AuditPersonalValueModel.deleteMany(filter)).deletedCount;
}

/**
 * Erases the values of alert recipients that have named the person. One digest may stand for a whole list: nobody else of
 * it is readable in that record any more either.
 */
async function eraseFormerRecipient(person: Person): Promise<number> {
  const { tenantId } = person;
  let count = 0;
  const named = { 'record.targets.id': tenantId, 'record.changes.path': /^alertRecipients(\.|$)/ };
  for await (const rows of walkInOrder(tenantId, named)) {
    const values = await readPersonalValues(tenantId, rows);
    const isListed = ({ digest }: { digest: string }) => namesRecipient(person, values.get(digest)?.value);
    const listing = rows.filter((row) => digestPlaces(row).some(isListed));
    const digests = listing.flatMap((row) => digestPlaces(row).filter(isListed));
    count += await removeValues(person, [...new Set(digests.map(({ digest }) => digest))]);
    await emptySubmissions(listing, ['personalValues']);
  }
  return count;
}

/**
 * Erases the values of a person beside the audit chain: who reads a record finds none. The records and their digests
 * stay, so the chain stays valid. Can be repeated.
 *
 * @returns how many values were removed
 */
export async function eraseAudit(person: Person): Promise<number> {
  let count = 0;
  for await (const rows of walkRecords(person)) {
    const values = await readPersonalValues(
      person.tenantId,
      rows.filter((row) => isOfPass(row, person)),
    );
    const digests = [...new Set(rows.flatMap((row) => ownDigests(row, person, values)))];
    count += await removeValues(person, digests);
    await eraseSubmissions(rows, person);
  }
  return count + (await eraseFormerRecipient(person));
}
