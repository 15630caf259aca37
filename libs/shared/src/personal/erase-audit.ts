import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { digestPlaces, readPersonalValues } from '../audit-chain/personal-values.ts';
import { AuditPersonalValueModel } from '../models/audit-personal-value.ts';
import type { AuditRecordRow } from '../models/audit-record.ts';
import { namesRecipient } from './alert-recipients.ts';
import type { Person } from './person.ts';
import {
  isActor,
  ownDigests,
  readPassValues,
  soughtOf,
  walkInOrder,
  walkRecords,
  type Sought,
} from './person-in-audit.ts';

/** Empties fields of the events by which records were submitted. */
async function emptySubmissions(rows: readonly AuditRecordRow[], names: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const filter = { _id: { $in: rows.map(({ eventId }) => eventId) } };
  const update = { $set: Object.fromEntries(names.map((name) => [`envelope.data.${name}`, null])) };
  for (const outbox of [OutboxModel, ControlOutboxModel])
    await outbox.collection.updateMany(filter as never, update);
}

/** Takes address, program and values of the person out of the events by which the records were submitted. */
async function eraseSubmissions(rows: readonly AuditRecordRow[], sought: Sought): Promise<void> {
  const own = rows.filter((row) => isActor(row, sought));
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
  const sought = soughtOf(person);
  let count = 0;
  for await (const rows of walkRecords(sought)) {
    const values = await readPassValues(rows, sought);
    const digests = [...new Set(rows.flatMap((row) => ownDigests(row, sought, values)))];
    count += await removeValues(person, digests);
    await eraseSubmissions(rows, sought);
  }
  return count + (await eraseFormerRecipient(person));
}
