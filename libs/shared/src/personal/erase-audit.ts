import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { digestPlaces, readPersonalValues } from '../audit-chain/personal-values.ts';
import { AuditPersonalValueModel } from '../models/audit-personal-value.ts';
import type { AuditRecordRow } from '../models/audit-record.ts';
import { namesRecipient } from './alert-recipients.ts';
import type { Person } from './person.ts';
import {
  isActor,
  isFirstTarget,
  ownDigests,
  readPassValues,
  toPersonInAudit,
  walkInOrder,
  walkRecords,
  type PersonInAudit,
} from './person-in-audit.ts';

/** Empties fields of the events that submitted records. */
async function emptySubmissions(rows: readonly AuditRecordRow[], names: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const filter = { _id: { $in: rows.map(({ eventId }) => eventId) } };
  const update = { $set: Object.fromEntries(names.map((name) => [`envelope.data.${name}`, null])) };
  for (const outbox of [OutboxModel, ControlOutboxModel])
    await outbox.collection.updateMany(filter as never, update);
}

/** Removes address, user agent, values and stated purposes of the person from the events that submitted the records. */
async function eraseSubmissions(rows: readonly AuditRecordRow[], inAudit: PersonInAudit): Promise<void> {
  const own = rows.filter((row) => isActor(row, inAudit));
  await emptySubmissions(own, ['context.ip', 'context.userAgent', 'personalValues']);
  const about = rows.filter((row) => isFirstTarget(row, inAudit.ownIds));
  await emptySubmissions(about, ['context.onBehalfOf', 'context.reason']);
}

async function removeValues({ tenantId }: Person, digests: readonly string[]): Promise<number> {
  if (digests.length === 0) return 0;
  const filter = { tenantId, _id: { $in: [...digests] } };
  return (await AuditPersonalValueModel.deleteMany(filter)).deletedCount;
}

/**
 * Erases the values of alert recipients that contain the person. A digest may cover a whole list. Then the other
 * entries become unreadable too.
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
 * Erases the values of a person beside the audit chain. The records and their digests stay, so the chain stays valid.
 * The function is idempotent.
 *
 * @returns the number of removed values
 */
export async function eraseAudit(person: Person): Promise<number> {
  const inAudit = toPersonInAudit(person);
  let count = 0;
  for await (const rows of walkRecords(inAudit)) {
    const values = await readPassValues(rows, inAudit);
    const digests = [...new Set(rows.flatMap((row) => ownDigests(row, inAudit, values)))];
    count += await removeValues(person, digests);
    await eraseSubmissions(rows, inAudit);
  }
  return count + (await eraseFormerRecipient(person));
}
