import mongoose, { type Model } from 'mongoose';
import type { SortKey } from '../http/page.ts';
import { leftOutFieldOf } from '../mongo/define-model.ts';

const { MaxKey, MinKey } = mongoose.mongo.BSON;

/** A row and its position in an order. */
interface PlacedRow {
  value: unknown;
  id: string;
}

/**
 * Returns the filter of the rows that a list shows by default: live rows that the model does not hide. Their number is
 * stored.
 */
export function listedRowsOf(model: Model<never>, tenantId: string): Record<string, unknown> {
  const leftOutBy = leftOutFieldOf(model.collection.name);
  return {
    tenantId,
    ...(model.schema.path('isLive') && { isLive: true }),
    ...(leftOutBy !== undefined && { [leftOutBy]: null }),
  };
}

/** Index with a tenant's listed rows in the order of a list. Its first key is the tenant, its last one the row's id. */
export interface OrderIndex {
  name: string;
  /** The field of the list's order. */
  field: string;
  direction: 1 | -1;
  /** Returns the filter of all listed rows of the tenant. */
  filter(tenantId: string): Record<string, unknown>;
  /** Options of a query that reads the rows in the order of the index. */
  scan: Record<string, unknown>;
  /** Returns further options that start the scan at a row. A query that reads only keys does not need them. */
  from(tenantId: string, row: PlacedRow): Record<string, unknown>;
}

/** Every write moves a row in the order of this field, which the counts do not track. */
const untracked = 'updatedAt';

function describe(model: Model<never>, fields: Record<string, unknown>): OrderIndex | null {
  const filter = (tenantId: string) => listedRowsOf(model, tenantId);
  const equal = Object.keys(filter(''));
  const names = Object.keys(fields);
  const [field, id] = names.slice(-2);
  if (field === undefined || id !== '_id' || fields[field] !== fields['_id']) return null;
  if (field === untracked || names.slice(0, -2).join() !== equal.join()) return null;
  const direction = fields[field] as 1 | -1;
  const end = direction === 1 ? new MaxKey() : new MinKey();
  return {
    name: JSON.stringify(fields),
    field,
    direction,
    filter,
    scan: { hint: fields, sort: { [field]: direction, _id: direction } },
    // Both ends are always set. With an open end the store does not use the order of the index, and sorts.
    from: (tenantId, { value, id: from }) => ({
      min: { ...filter(tenantId), [field]: value, _id: from },
      max: { ...filter(tenantId), [field]: end, _id: end },
    }),
  };
}

const indexesOf = new WeakMap<object, OrderIndex[]>();

/**
 * Finds the index that has the order of a list, forwards or backwards. Returns null for a list with more keys or
 * without such an index.
 */
export function findOrderIndex(model: Model<never>, sort: readonly SortKey[]): OrderIndex | null {
  let indexes = indexesOf.get(model);
  if (!indexes) {
    const described = model.schema.indexes().map(([fields]) => describe(model, fields));
    indexes = described.filter((index) => index !== null);
    indexesOf.set(model, indexes);
  }
  const [key] = sort;
  if (sort.length !== 1 || !key) return null;
  return indexes.find(({ field }) => field === key.field) ?? null;
}
