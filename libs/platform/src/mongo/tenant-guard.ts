import mongoose, { type Collection } from 'mongoose';
import { crossTenantReads, standsOn } from './cross-tenant.ts';
import { namesTenant, requireConfinedStages, type Fields } from './confined-stages.ts';

type Check = (collection: string, args: readonly unknown[]) => void;

const guarded = new Set<string>();

/** Whether a collection is tenant-owned, and so stands behind the guard. */
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
  return read !== undefined && standsOn(read, collection, filter);
}

/** A write that sets another tenant would hand the row over; a pipeline could compute one. */
function keepsTenant(update: unknown, tenantId: unknown): boolean {
  if (Array.isArray(update)) return false;
  return Object.entries((update ?? {}) as Record<string, Fields>).every(([operator, fields]) => {
    if (operator === '$rename' && Object.values(fields).includes('tenantId')) return false;
    const isSame = operator.startsWith('$set') && fields['tenantId'] === tenantId;
    return isSame || !Object.hasOwn(fields, 'tenantId');
  });
}

/**
 * Whether a filter is nothing but alternatives, each of which names the same tenant. The store plans only such a filter
 * alternative by alternative, each with its own index.
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

/** What each operation of the driver's collections has to hold; the position of its filter is the driver's. */
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

/** Other operations of a collection have no filter that could confine them: change streams, estimates, drops. */
const refuseAlways =
  (operation: string): Check =>
  (collection) => {
    throw new UnconfinedError(collection, operation);
  };

/** Every operation of the driver's collections that touches rows. */
function rowOperations(): string[] {
  const { prototype } = mongoose.mongo.Collection;
  return Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => typeof value === 'function' && !administrative.test(name))
    .map(([name]) => name);
}

/**
 * Puts a guard before a tenant-owned collection: every operation that isn't confined to one tenant by an equality on
 * `tenantId` throws before it is sent. Leaving the tenant out is then a failing test and not another customer's data.
 *
 * The guard stands at the collection and not in mongoose's middleware, because everything passes there: queries and
 * cursors, saved documents, bulk writes, and calls that skip middleware.
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
