import type { QueryFilter } from 'mongoose';
import { digestOf, digestPlaces, readValues, type PersonalValues } from '../audit-chain/personal-values.ts';
import { AuditRecordModel, type AuditRecordRow } from '../models/audit-record.ts';
import { inBatches } from './in-batches.ts';
import { isValueOf, type Person } from './person.ts';

/** The number of records in memory at once. */
const batchSize = 100;

/** Maximum number of targets in a filter. The store merges the index entries of so few in order, without a sort. */
const maxTargets = 100;

/** A person, and the ids that identify their records: user, invites, devices, passes and actor. */
export interface PersonInAudit {
  person: Person;
  ownIds: ReadonlySet<string>;
  passIds: ReadonlySet<string>;
  actorIds: ReadonlySet<string>;
}

/** Prepares the ids as sets. A person may have thousands of passes, and each record is compared with all of them. */
export const toPersonInAudit = (person: Person): PersonInAudit => ({
  person,
  ownIds: new Set([person.userId, ...person.inviteIds, ...person.deviceIds]),
  passIds: new Set(person.passIds),
  actorIds: new Set(person.actorIds),
});

/** Whether the first target of a record is one of the ids. */
export const isFirstTarget = ({ record }: AuditRecordRow, ids: ReadonlySet<string>): boolean => {
  const [first] = record.targets;
  return typeof first?.id === 'string' && ids.has(first.id);
};

const isOfPass = (row: AuditRecordRow, { passIds }: PersonInAudit): boolean => isFirstTarget(row, passIds);

/** Whether the person is the actor of a record. */
export const isActor = ({ record }: AuditRecordRow, { actorIds }: PersonInAudit): boolean =>
  record.actor.id !== null && actorIds.has(record.actor.id);

/** Whether a record contains a text that the person has reported. */
const isOwnReport = (row: AuditRecordRow, inAudit: PersonInAudit): boolean =>
  row.record.action === 'report.created' && isActor(row, inAudit);

/**
 * Whether a change of a record is about the person. Records of imports contain changes of many people, and records of
 * passes those of all holders.
 */
export function isOwnChange(row: AuditRecordRow, path: string, inAudit: PersonInAudit): boolean {
  if (isOfPass(row, inAudit))
    return row.record.changes.every((change) => !change.path.startsWith('holders.'));
  if (path.startsWith('users.')) return path.startsWith(`users.${inAudit.person.userId}.`);
  return isFirstTarget(row, inAudit.ownIds) || isOwnReport(row, inAudit);
}

/** Returns the digests of the stated purpose of a request about the person. */
function purposeDigests(row: AuditRecordRow, { ownIds }: PersonInAudit): string[] {
  if (!isFirstTarget(row, ownIds)) return [];
  const { onBehalfOf, reason } = row.record.context;
  return [onBehalfOf, reason].map(digestOf).filter((digest) => digest !== null);
}

/** Returns the digests of the person's values in a record. */
export function ownDigests(row: AuditRecordRow, inAudit: PersonInAudit, values: PersonalValues): string[] {
  const isOwn = (path: string, digest: string): boolean => {
    if (isOwnChange(row, path, inAudit)) return true;
    const value = isOfPass(row, inAudit) ? values.get(digest)?.value : null;
    return typeof value === 'string' && isValueOf(inAudit.person, value);
  };
  const own = row.record.changes.flatMap(({ path, before, after }) =>
    [digestOf(before), digestOf(after)].filter((digest) => digest !== null && isOwn(path, digest)),
  ) as string[];
  own.push(...purposeDigests(row, inAudit));
  if (!isActor(row, inAudit)) return own;
  const ofActor = digestPlaces(row).filter(({ pointer }) => !pointer.startsWith('/changes/'));
  return [...own, ...ofActor.map(({ digest }) => digest)];
}

/** Reads the pass values of some records. They show which of the passes are the person's. */
export async function readPassValues(
  rows: readonly AuditRecordRow[],
  inAudit: PersonInAudit,
): Promise<PersonalValues> {
  const ofPasses = rows.filter((row) => isOfPass(row, inAudit)).flatMap(digestPlaces);
  return readValues(
    inAudit.person.tenantId,
    ofPasses.map(({ digest }) => digest),
  );
}

/** Reads the audit records of a filter in batches, in chain order, by one scan of an index. */
export async function* walkInOrder(
  tenantId: string,
  filter: QueryFilter<AuditRecordRow>,
): AsyncGenerator<readonly AuditRecordRow[]> {
  const found = AuditRecordModel.find({ tenantId, ...filter })
    .sort({ seq: 1 })
    .batchSize(batchSize)
    .lean<AuditRecordRow[]>();
  yield* inBatches(found.cursor() as AsyncIterable<AuditRecordRow>, batchSize);
}

/** Yields the filters of a person's records, each in the order of the chain. */
function* filtersOf({ ownIds, passIds, actorIds }: PersonInAudit): Generator<QueryFilter<AuditRecordRow>> {
  const targets = [...ownIds, ...passIds];
  for (let at = 0; at < targets.length; at += maxTargets)
    yield { 'record.targets.id': { $in: targets.slice(at, at + maxTargets) } };
  yield { 'record.actor.id': { $in: [...actorIds] } };
}

/** Reads the audit records that name a person, in batches, each record once. */
export async function* walkRecords(inAudit: PersonInAudit): AsyncGenerator<readonly AuditRecordRow[]> {
  const seen = new Set<number>();
  for (const filter of filtersOf(inAudit))
    for await (const batch of walkInOrder(inAudit.person.tenantId, filter)) {
      const rows = batch.filter(({ seq }) => !seen.has(seq));
      for (const { seq } of rows) seen.add(seq);
      if (rows.length > 0) yield rows;
    }
}
