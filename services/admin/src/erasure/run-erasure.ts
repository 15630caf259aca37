import type { OperationContext } from '@pas/shared/context/operation-context';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import { eraseRecipients } from '@pas/shared/personal/alert-recipients';
import { eraseRows } from '@pas/shared/personal/erase-rows';
import { eraseAudit } from '@pas/shared/personal/erase-audit';
import type { Person } from '@pas/shared/personal/person';
import { personalCollections, tenantCollection } from '@pas/shared/personal/personal-data';

/**
 * Delay of the second search after the end, in milliseconds: it finds records that were unsealed during the
 * erasure.
 */
const againMs = 60_000;

type Step = readonly [collection: string, erase: (person: Person, now: Date) => Promise<number>];

/** Every collection with personal values, then the values beside the audit chain. */
const steps: readonly Step[] = [
  // First, so that no further mail to the person is planned.
  [tenantCollection, eraseRecipients],
  ...personalCollections.map(([name, rows]): Step => [name, (person, now) => eraseRows(rows, person, now)]),
  ['audit_personal_values', eraseAudit],
];

/** Keeps only ids, and the digests that match a late webhook: the values are gone. */
const withoutContacts = (person: Person): Person => ({
  ...person,
  emailKeys: [],
  phones: [],
  solePhones: [],
  importIds: [],
  values: [],
});

async function recordCount({ _id, tenantId }: ErasureRow, name: string, rows: number): Promise<void> {
  const undone = { _id, tenantId, 'counts.name': { $ne: name } };
  await ErasureModel.updateOne(undone, { $push: { counts: { name, rows } } });
}

/** Ends an erasure and removes all personal values from its row, except ids. */
async function finish(ctx: OperationContext, row: ErasureRow, person: Person): Promise<void> {
  const now = new Date();
  const set = {
    status: 'DONE' as const,
    erasedAt: row.erasedAt ?? now,
    person: row.status === 'DONE' ? null : withoutContacts(person),
    dueAt: row.status === 'DONE' ? null : new Date(now.getTime() + againMs),
  };
  await ErasureModel.updateOne({ _id: row._id, tenantId: ctx.tenantId, status: row.status }, { $set: set });
}

/**
 * Erases the values of a person in each remaining collection, in batches. An interrupted run can be resumed
 * at any point. A DONE erasure runs once more, for data that was in progress during the first run.
 *
 * @returns the updated erasure
 */
export async function runErasure(ctx: OperationContext, row: ErasureRow): Promise<ErasureRow> {
  const person = row.person as Person | null;
  if (person === null) return row;
  const isFirst = row.status === 'RUNNING';
  const done = new Set(isFirst ? row.counts.map(({ name }) => name) : []);
  for (const [name, erase] of steps.filter(([step]) => !done.has(step))) {
    const rows = await erase(person, ctx.now);
    if (isFirst) await recordCount(row, name, rows);
  }
  await finish(ctx, row, person);
  const filter = { _id: row._id, tenantId: ctx.tenantId };
  return (await ErasureModel.findOne(filter).lean<ErasureRow>()) ?? row;
}
