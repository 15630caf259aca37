import type mongoose from 'mongoose';
import { startMeter, totalUsage, type Usage } from '../measure/usage.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { followUps, type ImportScope } from './written-rows.ts';

type Row = mongoose.mongo.Document & { _id: string };
type Database = mongoose.mongo.Db;

/** Rows in one transaction, as in the import itself. */
const batchRows = 500;

/** Transactions whose documents are read, and then measured, together. */
const transactionsPerSlice = 20;

/** Documents of one collection, read in batches: a million rows do not fit into memory. */
interface Source {
  name: string;
  /** Number of its documents in one transaction. */
  share: number;
  rows: AsyncIterator<Row>;
}

/** The documents of one transaction, by collection. */
type Batch = Map<string, Row[]>;

/** Returns a row as it was inserted: events are marked as sent later. */
const asInserted = (row: Row): Row => ('sentAt' in row ? { ...row, state: 'new', sentAt: null } : row);

async function copyIndexes({ core }: BenchSystem, peer: Database, name: string): Promise<void> {
  const indexes = await core.collection(name).indexes();
  const keys = indexes.flatMap(({ v: _version, ...key }) => (key.name === '_id_' ? [] : [key]));
  if (keys.length > 0) await peer.collection(name).createIndexes(keys);
}

/** Opens the collections of the import, and creates the same indexes in the other database. */
async function openSources(system: BenchSystem, peer: Database, of: ImportScope): Promise<Source[]> {
  const batches = Math.ceil(of.rows / batchRows);
  const filters = {
    ...followUps(of),
    users: { importedBy: of.importId },
    units: { propertyId: of.propertyId },
  };
  return Promise.all(
    Object.entries(filters).map(async ([name, filter]) => {
      await copyIndexes(system, peer, name);
      const collection = system.core.collection<Row>(name);
      const share = Math.ceil((await collection.countDocuments(filter)) / batches);
      return { name, share, rows: collection.find(filter)[Symbol.asyncIterator]() };
    }),
  );
}

/** Copies the rows of the plan. A commit reads them and marks them as done. */
async function copyPlan(
  system: BenchSystem,
  peer: Database,
  { importId, tenantId }: ImportScope,
): Promise<void> {
  const waiting = { $set: { execution: 'PLANNED' } };
  const out = { $out: { db: peer.databaseName, coll: 'import_rows' } };
  await copyIndexes(system, peer, 'import_rows');
  await system.core
    .collection('import_rows')
    .aggregate([{ $match: { tenantId, importId } }, waiting, out])
    .toArray();
}

async function takeRows({ rows, share }: Source): Promise<Row[]> {
  const taken: Row[] = [];
  while (taken.length < share) {
    const next = await rows.next();
    if (next.done) break;
    taken.push(asInserted(next.value));
  }
  return taken;
}

async function takeSlice(sources: readonly Source[]): Promise<Batch[]> {
  const batches: Batch[] = [];
  for (let count = 0; count < transactionsPerSlice; count += 1) {
    const batch: Batch = new Map();
    for (const source of sources) batch.set(source.name, await takeRows(source));
    if ([...batch.values()].some((rows) => rows.length > 0)) batches.push(batch);
  }
  return batches;
}

/** Sends one `insertMany` for each collection, and one update that marks the rows of the plan. */
async function insertBatch(
  { client }: BenchSystem,
  peer: Database,
  { batch, planned }: { batch: Batch; planned: readonly string[] },
): Promise<void> {
  const session = client.startSession();
  const work = async (): Promise<void> => {
    for (const [name, rows] of batch)
      if (rows.length > 0) await peer.collection<Row>(name).insertMany(rows, { session, ordered: false });
    const mark = { $set: { execution: 'DONE' } };
    await peer.collection<Row>('import_rows').updateMany({ _id: { $in: [...planned] } }, mark, { session });
  };
  const options = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', j: true } } as const;
  try {
    await session.withTransaction(work, options);
  } finally {
    await session.endSession();
  }
}

/**
 * Repeats the writes of an import by plain `insertMany` of the driver, into another database of the same
 * mongod. The indexes are the same. The documents are residents, units, events, audit records with personal
 * values, public events and marks of rows. A transaction has the size and write concern of the import's.
 */
export async function insertPeer(system: BenchSystem, of: ImportScope): Promise<Usage> {
  const { client } = system;
  const peer = client.db('peer');
  const sources = await openSources(system, peer, of);
  await copyPlan(system, peer, of);
  const plan = { name: 'import_rows', share: batchRows };
  const lines = peer
    .collection<Row>('import_rows')
    .find({}, { projection: { _id: 1 } })
    .sort({ line: 1 });
  const planned: Source = { ...plan, rows: lines[Symbol.asyncIterator]() };
  const { mongod = 0 } = system.processes();
  const usages: Usage[] = [];
  for (let batches = await takeSlice(sources); batches.length > 0; batches = await takeSlice(sources)) {
    const marked = await Promise.all(batches.map(async () => takeRows(planned)));
    const ids = marked.map((rows) => rows.map(({ _id }) => _id));
    const end = await startMeter({ processes: { mongod, driver: process.pid }, client });
    for (const [at, batch] of batches.entries())
      await insertBatch(system, peer, { batch, planned: ids[at] ?? [] });
    usages.push(await end());
  }
  await peer.dropDatabase();
  return totalUsage(usages);
}
