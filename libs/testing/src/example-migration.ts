import { reportFinding } from '@pas/platform/migrations/migration-finding';
import type { Migration } from '@pas/platform/migrations/migration';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';

/** A row of the example. The old format has the amount as text, the new one as a number. */
export interface ExampleEntry {
  _id: string;
  tenantId: string;
  amount: string | number;
  /** Number of writes by migrations. */
  writes: number;
}

/** Rows of a batch. */
export const exampleBatchSize = 10;

/** Returns the collection of the example. */
export const exampleEntries = () => core.collection<ExampleEntry>('example_entries');

/** Makes rows in the old format, in the order of their ids. */
export const oldEntries = (tenantId: string, amounts: readonly string[]): ExampleEntry[] =>
  amounts.map((amount, index) => ({
    _id: `${tenantId}-${String(index).padStart(5, '0')}`,
    tenantId,
    amount,
    writes: 0,
  }));

/** Converts a row that is unchanged since the read. A text without a number becomes 0, and is reported. */
async function convert(migration: string, { _id, tenantId, amount }: ExampleEntry): Promise<boolean> {
  if (typeof amount === 'number') return false;
  const value = Number(amount);
  const isNumber = Number.isFinite(value);
  return inTransaction(core, async (session) => {
    const update = { $set: { amount: isNumber ? value : 0 }, $inc: { writes: 1 } };
    const { matchedCount } = await exampleEntries().updateOne({ _id, tenantId, amount }, update, { session });
    if (matchedCount === 0) return false;
    const message = `The amount "${amount}" of ${_id} is not a number. It is 0 now.`;
    if (!isNumber) await reportFinding({ migration, tenantId, rowId: _id, message, at: new Date() }, session);
    return true;
  });
}

/** Makes a migration that tests run. It turns amounts into numbers. */
export function exampleMigration(id = '0001-example-amounts'): Migration {
  return {
    id,
    summary: 'stores amounts as numbers',
    runBatch: async (position) => {
      const rows = await exampleEntries()
        .find({ _id: { $gt: position ?? '' } })
        .sort({ _id: 1 })
        .limit(exampleBatchSize)
        .toArray();
      const last = rows.at(-1)?._id;
      if (last === undefined) return null;
      let changed = 0;
      for (const row of rows) if (await convert(id, row)) changed += 1;
      return { position: last, examined: rows.length, changed };
    },
  };
}
