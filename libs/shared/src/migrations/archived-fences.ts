import type { Migration } from '@pas/platform/migrations/migration';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { markFence } from '../fences/mark-fence.ts';
import { PropertyModel, type PropertyRow } from '../models/property.ts';

/** Properties that a batch reads; each has 128 fence rows. */
const batchSize = 20;

interface ArchivedProperty {
  _id: string;
  tenantId: string;
}

/** Marks the fence of one property. A property that is ACTIVE again keeps its fence unchanged. */
async function markOne({ _id, tenantId }: ArchivedProperty): Promise<boolean> {
  return inTransaction(core, async (session) => {
    const row = await PropertyModel.findOne({ _id, tenantId }).session(session).lean<PropertyRow>();
    if (row?.status !== 'ARCHIVED') return false;
    await markFence({ session }, { tenantId, id: _id }, { archivedAt: row.updatedAt });
    return true;
  });
}

async function runBatch(position: string | null) {
  if (!core.db) throw new Error('Migrations need an open database.');
  const found = await core.db
    .collection<ArchivedProperty>('properties')
    .find({ _id: { $gt: position ?? '' }, status: 'ARCHIVED' }, { projection: { tenantId: 1 } })
    .sort({ _id: 1 })
    .limit(batchSize)
    .toArray();
  const last = found.at(-1)?._id;
  if (last === undefined) return null;
  let changed = 0;
  for (const property of found) if (await markOne(property)) changed += 1;
  return { position: last, examined: found.length, changed };
}

/** Marks the fences of properties that were archived by releases without such marks. */
export function archivedFences(id: string): Migration {
  return { id, summary: 'has archived properties refuse new units', runBatch };
}
