import type { EventRestore } from '@pas/shared/models/public-event-head';
import type { mongo } from 'mongoose';
import type { NamedDatabase } from './open-databases.ts';

/** The end of a tenant's public events, below the model: a restore writes to several environments. */
interface HeadRow {
  _id: string;
  seq: number;
  restores: EventRestore[] | null;
}

/** Upserts in one statement. */
const batchSize = 1000;

type Upsert = mongo.AnyBulkWriteOperation<HeadRow>;

/** Appends the restore to every stored head. */
async function markHeads(heads: mongo.Collection<HeadRow>, id: string): Promise<void> {
  const restore = [{ id, seq: '$seq' }];
  const restores = { $concatArrays: [{ $ifNull: ['$restores', []] }, restore] };
  await heads.updateMany({}, [{ $set: { restores } }]);
}

/** Adds heads for tenants without events in the backup. They may have had some in the lost time. */
async function addHeads(
  heads: mongo.Collection<HeadRow>,
  tenants: mongo.Collection<{ _id: string }>,
  id: string,
) {
  let upserts: Upsert[] = [];
  const write = async (): Promise<void> => {
    if (upserts.length > 0) await heads.bulkWrite(upserts, { ordered: false });
    upserts = [];
  };
  for await (const { _id } of tenants.find({}, { projection: { _id: 1 } })) {
    const fresh = { seq: 0, restores: [{ id, seq: 0 }] };
    upserts.push({ updateOne: { filter: { _id }, update: { $setOnInsert: fresh }, upsert: true } });
    if (upserts.length === batchSize) await write();
  }
  await write();
}

/**
 * Marks the end of every tenant's public events, so that the feed answers 410 for cursors of lost events. Without the
 * mark, such a cursor would skip the first events after the restore.
 */
export async function markRestored(databases: readonly NamedDatabase[], now: Date): Promise<void> {
  const id = now.getTime().toString(36);
  const control = databases.find(({ name }) => name === 'control');
  for (const { db } of databases.filter((database) => database !== control)) {
    const heads = db.collection<HeadRow>('public_event_heads');
    await markHeads(heads, id);
    if (control) await addHeads(heads, control.db.collection<{ _id: string }>('tenants'), id);
  }
}
