import type { QueryFilter } from 'mongoose';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { digestPlaces, readPersonalValues, type DigestPlace } from '../audit-chain/personal-values.ts';
import { AuditPersonalValueModel } from '../models/audit-personal-value.ts';
import type { AuditRecordRow } from '../models/audit-record.ts';
import { namesRecipient } from './alert-recipients.ts';
import { valueEraser, type Person } from './person.ts';
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
import { eraserWithin } from './values-within.ts';

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

/** Personal value at a position of a record. */
interface PlacedValue {
  pointer: string;
  value: unknown;
}

/** Erases values of the person in the records of other people. */
async function eraseElsewhere(
  person: Person,
  filter: QueryFilter<AuditRecordRow>,
  isTheirs: (found: PlacedValue) => boolean,
): Promise<number> {
  let count = 0;
  for await (const rows of walkInOrder(person.tenantId, filter)) {
    const values = await readPersonalValues(person.tenantId, rows);
    const isIn = ({ digest, pointer }: DigestPlace): boolean =>
      isTheirs({ pointer, value: values.get(digest)?.value });
    const found = rows.filter((row) => digestPlaces(row).some(isIn));
    const digests = found.flatMap((row) => digestPlaces(row).filter(isIn));
    count += await removeValues(person, [...new Set(digests.map(({ digest }) => digest))]);
    await emptySubmissions(found, ['personalValues']);
  }
  return count;
}

/**
 * Erases the values of alert recipients that contain the person. A digest may cover a whole list. Then the other
 * entries become unreadable too.
 */
async function eraseFormerRecipient(person: Person): Promise<number> {
  const named = { 'record.targets.id': person.tenantId, 'record.changes.path': /^alertRecipients(\.|$)/ };
  return eraseElsewhere(person, named, ({ value }) => namesRecipient(person, value));
}

/** Erases the addresses of the setup links that were made for the person. */
async function eraseInvitedManager(person: Person): Promise<number> {
  const created = { 'record.action': 'setup_link.created' };
  return eraseElsewhere(person, created, ({ value }) => namesRecipient(person, value));
}

/** Actions whose records contain a text that people have typed, and the path of the text. */
const typedTexts = {
  'record.action': {
    $in: ['access_point.unlocked', 'api_key.leaked', 'api_key.revoked', 'import.created', 'report.created'],
  },
  'record.changes.path': { $in: ['reason', 'revokedReason', 'leakSource', 'leakUrl', 'fileName', 'text'] },
};

/** Erases typed texts that mention the person, such as the reason for opening a door. */
async function eraseMentions(person: Person): Promise<number> {
  if (person.values.length === 0) return 0;
  const [cleanWords, cleanWithin] = [valueEraser(person), eraserWithin(person)];
  const isMentioned = (text: string): boolean => cleanWords(cleanWithin(text)) !== text;
  return eraseElsewhere(
    person,
    typedTexts,
    ({ pointer, value }) =>
      pointer.startsWith('/changes/') && typeof value === 'string' && isMentioned(value),
  );
}

/**
 * Erases the values of a person that are stored beside the audit chain. The records and their digests stay, so the
 * chain stays valid. The function is idempotent.
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
  for (const erase of [eraseFormerRecipient, eraseInvitedManager, eraseMentions])
    count += await erase(person);
  return count;
}
