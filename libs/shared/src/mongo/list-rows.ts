import type { Model, QueryFilter } from 'mongoose';
import type { Page } from '../http/page.ts';

export interface RowsPage<Row> {
  rows: Row[];
  total: number;
  limit: number;
  offset: number;
}

/** A list that takes longer than this is given up, in milliseconds: nobody waits for it, and it holds a connection. */
const maxTimeMS = 5000;

/** Reads one page of a tenant's rows and how many there are in all; equal sort keys are ordered by id. */
export async function listRows<Row>(
  model: Model<Row>,
  filter: QueryFilter<Row>,
  page: Page,
): Promise<RowsPage<Row>> {
  const keys = page.sort.map(({ field, direction }): [string, 1 | -1] => [field, direction]);
  const sort = Object.fromEntries([...keys, ['_id', keys.at(-1)?.[1] ?? -1]]);
  const [rows, total] = await Promise.all([
    model.find(filter, null, { sort, skip: page.offset, limit: page.limit, maxTimeMS }).lean<Row[]>(),
    model.countDocuments(filter, { maxTimeMS }),
  ]);
  return { rows, total, limit: page.limit, offset: page.offset };
}
