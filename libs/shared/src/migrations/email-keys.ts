import { reportFinding } from '@pas/platform/migrations/migration-finding';
import type { Migration } from '@pas/platform/migrations/migration';
import { core } from '@pas/platform/mongo/connections';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import type { ClientSession } from 'mongoose';
import { driverCollection, keyedCollections, type KeyedCollection, type KeyedRow } from './email-key-rows.ts';

/** Rows of a batch. */
const batchSize = 2000;

/** The tenant of a finding about an account, which belongs to none. */
const noTenant = '-';

const numbered = /~([2-9]|[1-9]\d+)$/;

/** Whether a row has the key of its e-mail, or the number of an earlier run. */
const hasRightKey = ({ key, wanted }: KeyedRow): boolean =>
  key === wanted || (key !== null && numbered.test(key) && key.replace(numbered, '') === wanted);

const isOlder = (a: KeyedRow, b: KeyedRow): boolean =>
  a.createdAt.getTime() === b.createdAt.getTime() ? a._id < b._id : a.createdAt < b.createdAt;

/** Writes a key, unless another process has changed the row meanwhile. */
async function writeKey(
  collection: KeyedCollection,
  { _id, key }: KeyedRow,
  { next, session }: { next: string; session?: ClientSession },
): Promise<boolean> {
  const filter = { _id, [collection.field]: key };
  const { matchedCount } = await driverCollection(collection.name).updateOne(
    filter,
    { $set: { [collection.field]: next } },
    session ? { session } : {},
  );
  return matchedCount === 1;
}

/** Returns the first of `key~2`, `key~3`, … that no other row has. */
async function freeKey(collection: KeyedCollection, row: KeyedRow, number = 2): Promise<string> {
  const key = `${row.wanted}~${number}`;
  return (await collection.findHolder(row, key)) === null ? key : freeKey(collection, row, number + 1);
}

/**
 * Gives the key to the older of two rows, and a number to the younger one. One transaction writes both keys and the line
 * of the report.
 */
async function separate(id: string, collection: KeyedCollection, row: KeyedRow): Promise<number> {
  const holder = await collection.findHolder(row, row.wanted);
  if (!holder) return 0;
  const [older, younger] = isOlder(row, holder) ? [row, holder] : [holder, row];
  const next = await freeKey(collection, younger);
  const { entity } = collection;
  const message = `The ${entity} ${younger._id} has the e-mail of the older ${entity} ${older._id}. It is no longer found by its e-mail. Change the e-mail of one of them, or delete one.`;
  const finding = { migration: id, tenantId: younger.tenantId ?? noTenant, rowId: younger._id, message };
  return inTransaction(core, async (session) => {
    if (!(await writeKey(collection, younger, { next, session }))) return 0;
    if (older === row) await writeKey(collection, older, { next: row.wanted, session });
    await reportFinding({ ...finding, at: new Date() }, session);
    return older === row ? 2 : 1;
  });
}

/** @returns the number of changed rows */
async function assignKey(id: string, collection: KeyedCollection, row: KeyedRow): Promise<number> {
  try {
    return Number(await writeKey(collection, row, { next: row.wanted }));
  } catch (error) {
    if (duplicateKeyOf(error) === null) throw error;
    return separate(id, collection, row);
  }
}

/** A position names a collection and a row, such as `1 user_…`. */
function readPosition(position: string | null): { at: number; after: string } {
  const [at = '0', after = ''] = (position ?? '').split(' ');
  return { at: Number(at), after };
}

/**
 * Gives each e-mail the key of this release. `jo@bücher.test` and `jo@xn--bcher-kva.test` had two keys before. A client
 * does not see the keys, so versions stay.
 */
export function emailKeys(id: string): Migration {
  return {
    id,
    summary: 'compares e-mails with their domains in ASCII',
    runBatch: async (position) => {
      const { at, after } = readPosition(position);
      const collection = keyedCollections[at];
      if (!collection) return null;
      const rows = await collection.readAfter(after, batchSize);
      let changed = 0;
      for (const { row } of rows)
        if (row && !hasRightKey(row)) changed += await assignKey(id, collection, row);
      const last = rows.at(-1)?._id;
      const next = last === undefined ? `${at + 1} ` : `${at} ${last}`;
      return { position: next, examined: rows.length, changed };
    },
  };
}
