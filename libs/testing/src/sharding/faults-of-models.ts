import type { Connection } from 'mongoose';
import { crossTenantReads, type CrossTenantRead } from '@pas/platform/mongo/cross-tenant';
import { isGuarded } from '@pas/platform/mongo/tenant-guard';
import type { LooseUniqueIndex, Placement, ShardKey } from './shard-plan.ts';

/** An index as far as sharding depends on it. */
export interface ShardIndex {
  fields: readonly string[];
  /** MongoDB's default name. */
  name: string;
  isUnique: boolean;
  /** Whether the index contains only some rows. Such an index supports no shard key. */
  isPartial: boolean;
}

/** A collection as far as sharding depends on it. */
export interface ShardCollection {
  name: string;
  fields: ReadonlySet<string>;
  isGuarded: boolean;
  indexes: readonly ShardIndex[];
}

/** The plan of a sharded cluster with its exceptions. */
export interface ShardPlan {
  placements: Readonly<Record<string, Placement>>;
  looseUniqueIndexes: Readonly<Record<string, LooseUniqueIndex>>;
  scatteredReads: Readonly<Record<string, unknown>>;
  scatteredFilters: Readonly<Record<string, unknown>>;
}

const idIndex: ShardIndex = { fields: ['_id'], name: '_id_', isUnique: true, isPartial: false };

const nameOf = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map(([field, direction]) => `${field}_${String(direction)}`)
    .join('_');

/** Reads the collections of the loaded models of a database. */
export function shardCollectionsOf({ models }: Connection): ShardCollection[] {
  return Object.values(models).map(({ collection, schema }) => ({
    name: collection.name,
    fields: new Set(Object.keys(schema.paths)),
    isGuarded: isGuarded(collection.name),
    indexes: schema.indexes().map(([fields, options]) => ({
      fields: Object.keys(fields),
      name: nameOf(fields),
      isUnique: options.unique === true,
      isPartial: options.partialFilterExpression !== undefined,
    })),
  }));
}

const beginsWith = ({ fields }: ShardIndex, key: ShardKey): boolean =>
  key.every((field, position) => fields[position] === field);

type ShardedPlacement = Extract<Placement, { by: ShardKey }>;

function faultsOfSharded(
  { name, indexes, fields, isGuarded }: ShardCollection,
  { by: key, isIndexedLater = false }: ShardedPlacement,
  plan: ShardPlan,
): string[] {
  const all = [idIndex, ...indexes];
  const unknown = key.filter((field) => !fields.has(field)).map((field) => `${name} has no field ${field}`);
  const supports = all.some((index) => !index.isPartial && beginsWith(index, key));
  const loose = indexes
    .filter((index) => index.isUnique && !beginsWith(index, key))
    .filter((index) => !Object.hasOwn(plan.looseUniqueIndexes, `${name}.${index.name}`))
    .map((index) => `${name}.${index.name} is unique and does not begin with ${key.join(', ')}`);
  const isUnguarded = key[0] === 'tenantId' && !isGuarded && !Object.hasOwn(plan.scatteredFilters, name);
  return [
    ...unknown,
    ...(supports || isIndexedLater ? [] : [`${name} has no whole index that begins with ${key.join(', ')}`]),
    ...(supports && isIndexedLater ? [`${name} has an index of its shard key already`] : []),
    ...loose,
    ...(isUnguarded ? [`${name} has no tenant guard, so a query may omit the tenant`] : []),
  ];
}

const isSharded = (plan: ShardPlan, collection: string): boolean => {
  const placement = plan.placements[collection];
  return placement !== undefined && 'by' in placement;
};

/** Lists the reads that would ask every shard and have no entry in the plan. */
function faultsOfReads(plan: ShardPlan, reads: ReadonlyMap<string, CrossTenantRead>): string[] {
  return [...reads]
    .filter(([purpose, { collection }]) => isSharded(plan, collection) && !(purpose in plan.scatteredReads))
    .map(([purpose, { collection }]) => `${purpose} reads ${collection} on every shard`);
}

/** Lists the exceptions of the plan that nothing needs any more. */
function needless(
  plan: ShardPlan,
  collections: readonly ShardCollection[],
  reads: ReadonlyMap<string, CrossTenantRead>,
): string[] {
  const isLoose = ({ name, indexes }: ShardCollection): string[] => {
    const placement = plan.placements[name];
    if (!placement || !('by' in placement)) return [];
    return indexes
      .filter((index) => index.isUnique && !beginsWith(index, placement.by))
      .map((index) => `${name}.${index.name}`);
  };
  const loose = new Set(collections.flatMap(isLoose));
  const scattered = (purpose: string): boolean => isSharded(plan, reads.get(purpose)?.collection ?? '');
  const names = new Set(collections.map(({ name }) => name));
  return [
    ...Object.keys(plan.looseUniqueIndexes).filter((index) => !loose.has(index)),
    ...Object.keys(plan.scatteredReads).filter((purpose) => !scattered(purpose)),
    ...Object.keys(plan.placements).filter((name) => !names.has(name)),
  ].map((exception) => `the plan needs no entry ${exception}`);
}

/**
 * Lists the parts of the models that a sharded cluster refuses or would ask on every shard.
 *
 * A unique index must begin with the shard key, and a whole index must support it (MongoDB, sharding restrictions). A
 * tenant guard makes each query name its tenant, except for the listed cross-tenant reads.
 */
export function faultsOfModels(
  plan: ShardPlan,
  collections: readonly ShardCollection[],
  reads: ReadonlyMap<string, CrossTenantRead> = crossTenantReads(),
): string[] {
  const faults = collections.flatMap((collection) => {
    const placement = plan.placements[collection.name];
    if (!placement) return [`${collection.name} has no place in the plan`];
    return 'by' in placement ? faultsOfSharded(collection, placement, plan) : [];
  });
  return [...faults, ...faultsOfReads(plan, reads), ...needless(plan, collections, reads)];
}
