import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { recordEventIdOf } from '@pas/shared/access/attempt-record';
import { withConfirmations } from '@pas/shared/access/with-confirmations';
import { digestOf, readValues } from '@pas/shared/audit-chain/personal-values';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import type { AccessEventRow } from '@pas/shared/models/access-event';
import type { AuditSubmission } from '@pas/shared/events/areas/audit';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { nameFields, personName } from '../users/person-name.ts';

interface Words {
  /** The resident, the member of staff, the API key or the holder of the pass; null if unknown. */
  name: string | null;
  /** The reason that staff gave; null without one. */
  reasonText: string | null;
}

/** An access event with the words that readers see beside its ids. */
export type DescribedEvent = AccessEventRow & { words: Words };

type Names = ReadonlyMap<string, Words>;

const named = (name: string | null): Words => ({ name, reasonText: null });

async function readResidents(tenantId: string, ids: readonly string[]): Promise<Names> {
  if (ids.length === 0) return new Map();
  const users = await UserModel.find({ tenantId, _id: { $in: [...ids] } }, nameFields)
    .batchSize(ids.length + 1)
    .lean<UserRow[]>();
  return new Map(users.map((user) => [user._id, named(personName(user))]));
}

async function readHolders(tenantId: string, ids: readonly string[]): Promise<Names> {
  if (ids.length === 0) return new Map();
  const filter = { tenantId, _id: { $in: [...ids] } };
  const passes = await AccessPassModel.find(filter, { guestName: 1 })
    .batchSize(ids.length + 1)
    .lean<Pick<AccessPassRow, '_id' | 'guestName'>[]>();
  return new Map(passes.map(({ _id, guestName }) => [_id, named(guestName)]));
}

type Unlock = Pick<AuditSubmission, 'actor' | 'targets' | 'changes'>;

const idsOf = ({ targets }: Unlock): string[] => targets.map(({ id }) => id ?? '');

/** Reads the audit records of attempts, from the chain or, before they are sealed, from their submissions. */
async function readRecords(tenantId: string, attemptIds: readonly string[]): Promise<Unlock[]> {
  const filter = { tenantId, 'record.targets.id': { $in: [...attemptIds] } };
  const rows = await AuditRecordModel.find(filter).lean<AuditRecordRow[]>();
  const sealed = rows.map(({ record }): Unlock => record);
  const found = new Set(sealed.flatMap(idsOf));
  const missing = attemptIds.filter((id) => !found.has(id)).map(recordEventIdOf);
  if (missing.length === 0) return sealed;
  const waiting = await OutboxModel.find({ _id: { $in: missing }, tenantId }).lean<OutboxRow[]>();
  return [...sealed, ...waiting.map(({ envelope }) => envelope.data as Unlock)];
}

/** Reads caller and reason of attempts by staff and keys from the audit, which erases both with the person. */
async function readUnlocks(tenantId: string, attemptIds: readonly string[]): Promise<Names> {
  if (attemptIds.length === 0) return new Map();
  const unlocks = await readRecords(tenantId, attemptIds);
  const stated = unlocks.map((unlock): [Unlock, name: unknown, reason: unknown] => {
    const { actor, changes } = unlock;
    return [unlock, actor.name, changes.find(({ path }) => path === 'reason')?.after];
  });
  const digests = stated.flatMap(([, ...values]) => values.map(digestOf)).filter((digest) => digest !== null);
  const kept = await readValues(tenantId, digests);
  const reveal = (value: unknown) => kept.get(digestOf(value) ?? '')?.value ?? value;
  const textOf = (value: unknown, erased: string | null) => {
    const text = reveal(value);
    if (typeof text === 'string') return text;
    return digestOf(text) === null ? null : erased;
  };
  const words = stated.flatMap(([unlock, name, reason]) =>
    idsOf(unlock).map((id): [string, Words] => [
      id,
      { name: textOf(name, 'erased'), reasonText: textOf(reason, null) },
    ]),
  );
  return new Map(words);
}

/** Returns the id by which the words of an event are found; null for an unknown visitor. */
function keyOf({ subject, passId, attemptId }: AccessEventRow): string | null {
  if (subject.type === 'VISITOR') return passId;
  return subject.type === 'RESIDENT' ? subject.id : attemptId;
}

/**
 * Adds the names and the controllers' answers to access events. It sends six statements at most, for any
 * number of events.
 */
export async function describeEvents(
  tenantId: string,
  events: readonly AccessEventRow[],
): Promise<DescribedEvent[]> {
  const keysOf = (...types: AccessEventRow['subject']['type'][]): string[] => {
    const ids = events.filter(({ subject }) => types.includes(subject.type)).map(keyOf);
    return [...new Set(ids.filter((id) => id !== null))];
  };
  const [confirmed, ...names] = await Promise.all([
    withConfirmations(tenantId, events),
    readResidents(tenantId, keysOf('RESIDENT')),
    readHolders(tenantId, keysOf('VISITOR')),
    readUnlocks(tenantId, keysOf('STAFF', 'API_KEY')),
  ]);
  const words = new Map(names.flatMap((found) => [...found]));
  return confirmed.map((event) => ({ ...event, words: words.get(keyOf(event) ?? '') ?? named(null) }));
}
