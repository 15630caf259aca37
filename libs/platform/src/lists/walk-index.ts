import type { ClientSession, Model, QueryFilter } from 'mongoose';
import type { OrderIndex } from './order-index.ts';

/** Position of a row in the order of an index. */
interface IndexedRow {
  value: unknown;
  id: string;
}

interface Walk {
  model: Model<never>;
  index: OrderIndex;
  tenantId: string;
  /** A snapshot to walk in; without it, each step sees the latest rows. */
  session?: ClientSession;
}

/** The time limit of a walk, in milliseconds. */
const maxTimeMS = 5000;

/** Finds the row `skip` rows after another one, or after the start. It reads only the keys of the index. */
export async function stepFrom(
  place: IndexedRow | null,
  skip: number,
  { model, index, tenantId, session }: Walk,
): Promise<IndexedRow | null> {
  const from = place ? index.from(tenantId, place) : {};
  const options = {
    ...index.scan,
    ...from,
    skip,
    limit: 1,
    maxTimeMS,
    // Set explicitly, because the connection's read concern would override that of a snapshot session.
    ...(session && { session, readConcern: { level: 'snapshot' } }),
  };
  const [row] = await model
    .find(index.filter(tenantId) as QueryFilter<never>, { _id: 1, [index.field]: 1 }, options)
    .lean<Record<string, unknown>[]>();
  return row ? { id: String(row['_id']), value: row[index.field] ?? null } : null;
}
