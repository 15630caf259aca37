import type { OperationContext } from '@pas/shared/context/operation-context';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import { eraseRecipients } from '@pas/shared/personal/alert-recipients';
import { eraseRows } from '@pas/shared/personal/erase-rows';
import { eraseAudit } from '@pas/shared/personal/erase-audit';
import type { Person } from '@pas/shared/personal/person';
import { personalCollections, tenantCollection } from '@pas/shared/personal/personal-data';

/** When what was under way during the erasure is looked for, in milliseconds after its end: records to be sealed. */
const againMs = 60_000;

type Step = readonly [collection: string, erase: (person: Person, now: Date) => Promise<number>];

/** Every collection that keeps personal values, then what stands beside the audit chain. */
const steps: readonly Step[] = [
  // First, so that no further mail to the person is planned.
  [tenantCollection, eraseRecipients],
  ...personalCollections.map(([name, rows]): Step => [name, (person, now) => eraseRows(rows, person, now)]),
  ['audit_personal_values', eraseAudit],
];

/** The person by ids, and by the digests that find a webhook which comes at the last moment: the values are gone. */
const withoutContacts = (person: Person): Person => ({
  ...person,
  emailKeys: [],
  phones: [],
  solePhones: [],
  importIds: [],
  values: [],
});

async function noteCount({ _id, tenantId }: ErasureRow, name: string, rows: number): Promise<void> {
  const undone = { _id, tenantId, 'counts.name': { $ne: name } };
  await ErasureModel.updateOne(undone, { $push: { counts: { name, rows } } });
}

/** Ends an erasure: nothing of the person but ids stays with it. */
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
 * Erases the values of a person in every collection that is not done yet, in batches. It can stop anywhere: who runs it
 * again goes on. An erasure that is DONE is run once more for what was under way at its time.
 *
 * @returns the erasure as it is now
 */
export async function runErasure(ctx: OperationContext, row: ErasureRow): Promise<ErasureRow> {
  const person = row.person as Person | null;
  if (person === null) return row;
  const isFirst = row.status === 'RUNNING';
  const done = new Set(isFirst ? row.counts.map(({ name }) => name) : []);
  for (const [name, erase] of steps.filter(([step]) => !done.has(step))) {
    const rows = await erase(person, ctx.now);
    if (isFirst) await noteCount(row, name, rows);
  }
  await finish(ctx, row, person);
  const filter = { _id: row._id, tenantId: ctx.tenantId };
  return (await ErasureModel.findOne(filter).lean<ErasureRow>()) ?? row;
}
