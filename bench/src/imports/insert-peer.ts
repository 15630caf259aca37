import type mongoose from 'mongoose';
import { startMeter, type Usage } from '../measure/usage.ts';
import type { BenchSystem } from '../system/run-system.ts';

type Row = mongoose.mongo.Document;

/** Rows of one insert, as a script would send them. */
const batchSize = 1000;

interface Written {
  importId: string;
  propertyId: string;
  /** When the execution of the import began. Nothing else of the tenant was written after that. */
  since: Date;
}

/** What the transactions of an import have written, by collection: its rows, their events and their audit records. */
function written(tenantId: string, { importId, propertyId, since }: Written): Record<string, object> {
  const ofTime = { tenantId, createdAt: { $gte: since } };
  return {
    users: { importedBy: importId },
    units: { propertyId },
    audit_personal_values: ofTime,
    outbox: ofTime,
  };
}

/** A row as it was inserted: events are marked as sent later. */
const asInserted = (row: Row): Row => ('sentAt' in row ? { ...row, state: 'new', sentAt: null } : row);

/**
 * Inserts the documents that an import has written once more, by plain `insertMany` of the driver, into another database of the
 * same mongod with the same indexes.
 */
export async function insertPeer(system: BenchSystem, of: Written): Promise<Usage> {
  const { client, core } = system;
  const peer = client.db('peer');
  const copies: [string, Row[]][] = [];
  const property = await core
    .collection<{ _id: string; tenantId: string }>('properties')
    .findOne({ _id: of.propertyId });
  for (const [name, filter] of Object.entries(written(property?.tenantId ?? '', of))) {
    copies.push([name, (await core.collection(name).find(filter).toArray()).map(asInserted)]);
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
