import type mongoose from 'mongoose';
import { startMeter, type Usage } from '../measure/usage.ts';
import type { BenchSystem } from '../system/run-system.ts';

type Row = mongoose.mongo.Document;

/** Rows of one insert, as a script would send them. */
const batchSize = 1000;

/** What an import has written, by collection. */
const written = (importId: string, propertyId: string): Readonly<Record<string, object>> => ({
  users: { importedBy: importId },
  units: { propertyId },
});

/**
 * Inserts the rows that an import has written once more, by plain `insertMany` of the driver, into another database of the
 * same mongod with the same indexes.
 */
export async function insertPeer(
  system: BenchSystem,
  { importId, propertyId }: { importId: string; propertyId: string },
): Promise<Usage> {
  const { client, core } = system;
  const peer = client.db('peer');
  const copies: [string, Row[]][] = [];
  for (const [name, filter] of Object.entries(written(importId, propertyId))) {
    copies.push([name, await core.collection(name).find(filter).toArray()]);
    const indexes = await core.collection(name).indexes();
    const keys = indexes.flatMap(({ v: _version, ...key }) => (key.name === '_id_' ? [] : [key]));
    if (keys.length > 0) await peer.collection(name).createIndexes(keys);
  }
  const { mongod = 0 } = system.processes();
  const end = await startMeter({ processes: { mongod, driver: process.pid }, client });
  for (const [name, rows] of copies)
    for (let from = 0; from < rows.length; from += batchSize)
      await peer
        .collection(name)
        .insertMany(rows.slice(from, from + batchSize), { ordered: false, writeConcern: { w: 'majority' } });
  const usage = await end();
  await peer.dropDatabase();
  return usage;
}
