import mongoose, { type Collection } from 'mongoose';
import { crossTenantReads, usesListedIndex } from './cross-tenant.ts';
import { namesTenant, requireConfinedStages, type Fields } from './confined-stages.ts';

type Check = (collection: string, args: readonly unknown[]) => void;

const guarded = new Set<string>();

/** Whether the guard protects a collection, because it is tenant-owned. */
export function isGuarded(collection: string): boolean {
  return guarded.has(collection);
}

class UnconfinedError extends Error {
  constructor(collection: string, operation: string) {
    super(
      `${operation} on ${collection} names no tenant, or reads rows of other tenants. Put an equality on tenantId first, or list the look-up in the model's crossTenantReads.`,
    );
    this.name = 'UnconfinedError';
  }
}

/** Whether a read names one of the look-ups that its model lists, and uses the index of that look-up. */
function isListed(collection: string, filter: Fields, options: unknown): boolean {
  const { crossTenant: purpose } = (options ?? {}) as { crossTenant?: string };
  const read = purpose === undefined ? undefined : crossTenantReads().get(purpose);
  return read !== undefined && usesListedIndex(read, collection, filter);
}

/**
 * Whether an update keeps the tenant. An update of the tenant would move the row to another one. The stages of a pipeline
 * may only set fields that they name.
 */
function keepsTenant(update: unknown, tenantId: unknown): boolean {
  if (Array.isArray(update))
    return update.every(
      (stage) => Object.keys(stage as Fields).every((name) => name === '$set') && keepsTenant(stage, null),
    );
  return Object.entries((update ?? {}) as Record<string, Fields>).every(([operator, fields]) => {
    if (operator === '$rename' && Object.values(fields).includes('tenantId')) return false;
    const isSame = operator.startsWith('$set') && fields['tenantId'] === tenantId;
    return isSame || !Object.hasOwn(fields, 'tenantId');
  });
}

/**
 * Whether a filter consists of alternatives that all name the same tenant. Only for such a filter, the store plans each
 * alternative with its own index.
 */
function namesTenantInEach({ $or: alternatives, ...rest }: Fields): boolean {
  if (!Array.isArray(alternatives) || alternatives.length === 0 || Object.keys(rest).length > 0) return false;
  const tenants = new Set(alternatives.map((each) => (namesTenant(each) ? each.tenantId : null)));
  return tenants.size === 1 && !tenants.has(null);
}

const reads =
  (filterAt: number): Check =>
  (collection, args) => {
    const filter = (args[filterAt] ?? {}) as Fields;
    if (namesTenant(filter) || namesTenantInEach(filter) || isListed(collection, filter, args[filterAt + 1]))
      return;
    throw new UnconfinedError(collection, 'a read');
  };

const deletes: Check = (collection, [filter]) => {
  if (!namesTenant(filter)) throw new UnconfinedError(collection, 'a delete');
};

const updates: Check = (collection, [filter, update]) => {
  if (namesTenant(filter) && keepsTenant(update, filter.tenantId)) return;
  throw new UnconfinedError(collection, 'an update');
};

const replaces: Check = (collection, [filter, row]) => {
  if (namesTenant(filter) && namesTenant(row) && row.tenantId === filter.tenantId) return;
  throw new UnconfinedError(collection, 'a replacement');
};

const inserts: Check = (collection, [rows]) => {
  if (![rows].flat().every(namesTenant)) throw new UnconfinedError(collection, 'an insert');
};

const aggregates: Check = (collection, [pipeline, options]) => {
  const stages = (pipeline ?? []) as readonly Fields[];
  const match = (stages[0]?.['$match'] ?? {}) as Fields;
  const tenantId = namesTenant(match) ? match.tenantId : null;
  if (tenantId === null && !isListed(collection, match, options)) {
    throw new UnconfinedError(collection, 'an aggregation');
  }
  requireConfinedStages(stages, tenantId, () => new UnconfinedError(collection, 'a stage of an aggregation'));
};

type BulkStep = Record<'filter' | 'update' | 'replacement' | 'document', unknown>;

const bulkChecks: Readonly<Record<string, (collection: string, step: BulkStep) => void>> = {
  insertOne: (collection, { document }) => inserts(collection, [document]),
  updateOne: (collection, { filter, update }) => updates(collection, [filter, update]),
  updateMany: (collection, { filter, update }) => updates(collection, [filter, update]),
  replaceOne: (collection, { filter, replacement }) => replaces(collection, [filter, replacement]),
  deleteOne: (collection, { filter }) => deletes(collection, [filter]),
  deleteMany: (collection, { filter }) => deletes(collection, [filter]),
};

const bulkWrites: Check = (collection, [steps]) => {
  const named = (steps as readonly Record<string, BulkStep>[]).flatMap((step) => Object.entries(step));
  for (const [kind, step] of named) {
    const check = bulkChecks[kind];
    if (!check) throw new UnconfinedError(collection, kind);
    check(collection, step);
  }
};

/** Checks of the operations of the driver's collections. The position of a filter is that of the driver's arguments. */
const checks: Readonly<Record<string, Check>> = {
  find: reads(0),
  findOne: reads(0),
  countDocuments: reads(0),
  distinct: reads(1),
  aggregate: aggregates,
  insertOne: inserts,
  insertMany: inserts,
  updateOne: updates,
  updateMany: updates,
  findOneAndUpdate: updates,
  replaceOne: replaces,
  findOneAndReplace: replaces,
  deleteOne: deletes,
  deleteMany: deletes,
  findOneAndDelete: deletes,
  bulkWrite: bulkWrites,
};

/** Operations that touch no row. */
const administrative = /^(constructor|options|isCapped|indexes|.*Index(es)?|indexExists|indexInformation)$/;

/** Refuses other operations of a collection, which no filter can confine: change streams, estimates, drops. */
const refuseAlways =
  (operation: string): Check =>
  (collection) => {
    throw new UnconfinedError(collection, operation);
  };

/** Lists the operations of the driver's collections that touch rows. */
function rowOperations(): string[] {
  const { prototype } = mongoose.mongo.Collection;
  return Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => typeof value === 'function' && !administrative.test(name))
    .map(([name]) => name);
}

/**
 * Guards a tenant-owned collection. Every operation without an equality on `tenantId` throws before it is sent. A
 * forgotten tenant is then a failing test and no leak of another customer's data.
 *
 * The guard wraps the collection instead of mongoose's middleware, because all operations pass there. These are
 * queries, cursors, saved documents, bulk writes, and calls that skip middleware.
 */
export function guardTenant(collection: Collection): void {
  guarded.add(collection.name);
  const methods = collection as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const operation of rowOperations()) {
    const check = checks[operation] ?? refuseAlways(operation);
    const run = methods[operation];
    methods[operation] = (...args) => {
      check(collection.name, args);
      return run?.apply(collection, args);
    };
  }
}
