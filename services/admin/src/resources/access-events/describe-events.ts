import { withConfirmations } from '@pas/shared/access/with-confirmations';
import { readPersonalValues } from '@pas/shared/audit-chain/personal-values';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import type { AccessEventRow } from '@pas/shared/models/access-event';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { presentAuditRecord } from '../audit/audit-record.schema.ts';
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

/** Reads caller and reason of attempts by staff and keys from the audit, which erases both with the person. */
async function readUnlocks(tenantId: string, attemptIds: readonly string[]): Promise<Names> {
  if (attemptIds.length === 0) return new Map();
  const filter = { tenantId, 'record.targets.id': { $in: [...attemptIds] } };
  const rows = await AuditRecordModel.find(filter).lean<AuditRecordRow[]>();
  const personal = await readPersonalValues(tenantId, rows);
  const words = rows.flatMap((row) => {
    const { actor, targets, changes } = presentAuditRecord(row, personal);
    const reason = changes.find(({ path }) => path === 'reason')?.after;
    const reasonText = typeof reason === 'string' ? reason : null;
    return targets.map(({ id }): [string, Words] => [id ?? '', { name: actor.name, reasonText }]);
  });
  return new Map(words);
}

/** Returns the id by which the words of an event are found; null for an unknown visitor. */
function keyOf({ subject, passId, attemptId }: AccessEventRow): string | null {
  if (subject.type === 'VISITOR') return passId;
  return subject.type === 'RESIDENT' ? subject.id : attemptId;
}

/**
 * Adds the names and the controllers' answers to access events. It sends five statements at most, for any
 * number of events. The words of staff appear once their audit record is sealed.
 */
export async function describeEvents(
  tenantId: string,
  events: readonly AccessEventRow[],
): Promise<DescribedEvent[]> {
  const idsOf = (...types: AccessEventRow['subject']['type'][]): string[] => {
    const ids = events.filter(({ subject }) => types.includes(subject.type)).map(keyOf);
    return [...new Set(ids.filter((id) => id !== null))];
  };
  const [confirmed, ...names] = await Promise.all([
    withConfirmations(tenantId, events),
    readResidents(tenantId, idsOf('RESIDENT')),
    readHolders(tenantId, idsOf('VISITOR')),
    readUnlocks(tenantId, idsOf('STAFF', 'API_KEY')),
  ]);
  const words = new Map(names.flatMap((found) => [...found]));
  return confirmed.map((event) => ({ ...event, words: words.get(keyOf(event) ?? '') ?? named(null) }));
}
