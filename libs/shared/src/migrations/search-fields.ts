import { isDeepStrictEqual } from 'node:util';
import type { Migration } from '@pas/platform/migrations/migration';
import { derivedCollections, type DerivedCollection } from '@pas/platform/mongo/derive-fields';

type Row = Readonly<Record<string, unknown>> & { _id: string; tenantId?: string };

/** Rows of a batch. The words of one are computed without yielding. */
const batchSize = 500;

/** Reads the next rows without the tenant guard. No request reaches a migration, and it covers all tenants. */
async function readRows({ collection, from, names }: DerivedCollection, after: string): Promise<Row[]> {
  const { conn, name } = collection;
  if (!conn.db) throw new Error('Migrations need open databases.');
  const projection = Object.fromEntries(['tenantId', ...from, ...names].map((field) => [field, 1]));
  const rows = conn.db.collection<Row>(name).find({ _id: { $gt: after } }, { projection });
  return rows.sort({ _id: 1 }).limit(batchSize).toArray();
}

/** Writes the derived fields of rows that have others. A row that somebody changes meanwhile already has them. */
async function writeRows({ collection, from, compute }: DerivedCollection, rows: Row[]): Promise<number> {
  const updates = rows.flatMap((row) => {
    const fields = compute(row);
    const isRight = Object.entries(fields).every(([name, value]) => isDeepStrictEqual(row[name], value));
    const sources = Object.fromEntries(from.map((source) => [source, row[source] ?? null]));
    const { _id, tenantId } = row;
    const filter = { _id, ...(tenantId !== undefined && { tenantId }), ...sources };
    return isRight ? [] : [{ updateOne: { filter, update: { $set: fields } } }];
  });
  if (updates.length === 0) return 0;
  return (await collection.bulkWrite(updates as never, { ordered: false })).modifiedCount;
}

/**
 * Gives every row the search words and sort keys of this release, in all collections that have them. They are no
 * fields of clients, so `version` and `updatedAt` stay.
 *
 * @param id the name in the ledger. A position is the name of a collection and the id of its last finished row
 */
export function searchFields(id: string): Migration {
  return {
    id,
    summary: 'lets q find words without accents, and lets lists sort names and labels as people do',
    runBatch: async (position) => {
      const [current = '', after = ''] = position?.split(' ') ?? [];
      for (const [name, derived] of [...derivedCollections()].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        if (name < current) continue;
        const rows = await readRows(derived, name === current ? after : '');
        const last = rows.at(-1)?._id;
        if (last === undefined) continue;
        return {
          position: `${name} ${last}`,
          examined: rows.length,
          changed: await writeRows(derived, rows),
        };
      }
      return null;
    },
  };
}
