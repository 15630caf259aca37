import { Schema, type Connection, type IndexDefinition, type IndexOptions, type Model } from 'mongoose';
import { boundByDeadline } from './bound-by-deadline.ts';
import { control } from './connections.ts';
import { countWrites } from './count-writes.ts';
import { declareRule } from './validators.ts';
import { castsOf, field, ruleOf, type Fields, type RowOf } from './fields.ts';
import { listCrossTenantReads } from './cross-tenant.ts';
import { guardTenant } from './tenant-guard.ts';
import { useIdIndex } from './use-id-index.ts';
import type { Access } from './grants.ts';

export interface IndexSpec {
  fields: IndexDefinition;
  options?: IndexOptions;
}

/** A collection as its model declares it. */
export interface DeclaredCollection extends Access {
  name: string;
  database: 'core' | 'control';
}

interface ModelDefinition<F extends Fields> extends Access {
  connection: Connection;
  /** snake_case plural. */
  collection: string;
  fields: F;
  indexes: readonly IndexSpec[];
  /** Whether every query has to name a tenant. */
  isTenantOwned: boolean;
  /** The reads that may leave out the tenant: the index of each by its purpose. */
  crossTenantReads?: Readonly<Record<string, string>>;
  /** Whether the number of rows is kept beside them, so that a list's total needs no count. */
  isCounted?: boolean;
  /**
   * A field that has a value in live rows which default lists leave out. It is null or missing in all others, which
   * alone are counted.
   */
  leftOutBy?: keyof F & string;
}

/** By what lists are sorted, but for the moments that say nothing of a row's place among others. */
function orderFieldsOf(indexes: readonly IndexSpec[]): string[] {
  const last = indexes.map(({ fields }) => Object.keys(fields)).filter((names) => names.at(-1) === '_id');
  const fields = last.map((names) => names.at(-2) ?? '');
  return [...new Set(fields)].filter((field) => field !== 'createdAt' && field !== 'updatedAt');
}

const counted = new Set<string>();

/** Whether the number of a collection's rows is kept beside them. */
export function isCounted(collection: string): boolean {
  return counted.has(collection);
}

const leftOutFields = new Map<string, string>();

/** The field by which default lists leave out live rows of a collection; undefined where they list every live row. */
export function leftOutFieldOf(collection: string): string | undefined {
  return leftOutFields.get(collection);
}

const declared: DeclaredCollection[] = [];

/** The collections of all models that are loaded; `docs/architecture.md` shows them. */
export function declaredCollections(): readonly DeclaredCollection[] {
  return declared;
}

/**
 * Declares a collection: its fields, its indexes, who reads and writes it, and whether the tenant guard stands before
 * it.
 */
export function defineModel<const F extends Fields>(
  name: string,
  definition: ModelDefinition<F>,
): Model<RowOf<F>> {
  const schema = new Schema(castsOf(definition.fields), {
    collection: definition.collection,
    versionKey: false,
    timestamps: false,
    minimize: false,
    id: false,
    // An undeclared field is a mistake; by default it would be dropped silently.
    strict: 'throw',
  });
  for (const { fields, options } of definition.indexes) schema.index(fields, options);
  const model = definition.connection.model(name, schema);
  const { connection, collection, readers, writers, watchers = [], isAppendOnly = false } = definition;
  const database = connection === control ? 'control' : 'core';
  declared.push({ name: collection, database, readers, writers, watchers, isAppendOnly });
  boundByDeadline(model.collection);
  useIdIndex(model.collection);
  const { leftOutBy } = definition;
  if (leftOutBy !== undefined) leftOutFields.set(collection, leftOutBy);
  if (definition.isCounted) {
    counted.add(collection);
    countWrites(model.collection, { connection, orderFields: orderFieldsOf(definition.indexes), leftOutBy });
  }
  if (definition.isTenantOwned) guardTenant(model.collection);
  listCrossTenantReads(collection, definition.crossTenantReads ?? {});
  const rule = ruleOf(definition.fields);
  if (rule) declareRule(model.collection, rule);
  return model as unknown as Model<RowOf<F>>;
}

/** The fields of every tenant-owned row. */
export const tenantFields = {
  _id: field.text,
  tenantId: field.text,
  createdAt: field.date,
  updatedAt: field.date,
  /** Counts committed changes of what clients see. */
  version: field.number,
};

/** The fields of a row whose delete is soft: it keeps its place in history and frees its unique values. */
export const deletableFields = {
  ...tenantFields,
  /** True until deleted; partial unique indexes stand on it. */
  isLive: field.flag,
  deletedAt: field.dateOrNull,
};

/** A row whose delete is soft. */
export type DeletableRow = RowOf<typeof deletableFields>;

/** A unique index among live rows only: a deleted row's values are free again. */
export function uniqueAmongLive(fields: IndexDefinition, present?: string): IndexSpec {
  const partialFilterExpression = { isLive: true, ...(present && { [present]: { $type: 'string' } }) };
  return { fields, options: { unique: true, partialFilterExpression } };
}

/** The index of a list that is asked for one `externalId`: the unique one has a condition that lists can't use. */
export const byExternalId: IndexSpec = {
  fields: { tenantId: 1, isLive: 1, externalId: 1, createdAt: -1, _id: -1 },
  options: { partialFilterExpression: { externalId: { $gt: '' } } },
};

/**
 * Leaves rows out of an index that have no text in a field. A look-up by equality stands on such an index; with `$type`
 * as the condition MongoDB doesn't see that it could, and reads the whole collection.
 */
export function whereText(field: string): { partialFilterExpression: Record<string, unknown> } {
  return { partialFilterExpression: { [field]: { $gt: '' } } };
}
