import { Schema, type Connection, type IndexDefinition, type IndexOptions, type Model } from 'mongoose';
import { boundByDeadline } from './bound-by-deadline.ts';
import { control } from './connections.ts';
import { countWrites } from './count-writes.ts';
import { declareRule } from './validators.ts';
import { castsOf, field, ruleOf, type Fields, type RowOf } from './fields.ts';
import { listCrossTenantReads } from './cross-tenant.ts';
import { deriveFields, type Derivation } from './derive-fields.ts';
import { declareUniqueFields } from './taken-value.ts';
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
  /** The name in snake_case, plural. */
  collection: string;
  fields: F;
  indexes: readonly IndexSpec[];
  /**
   * The last fields of unique indexes, with the names that clients know. A change that violates such an index is a
   * conflict (`already_exists`).
   */
  unique?: Readonly<Partial<Record<keyof F & string, string>>>;
  /** Whether every query must name a tenant. */
  isTenantOwned: boolean;
  /** The reads that may omit the tenant: the index of each by its purpose. */
  crossTenantReads?: Readonly<Record<string, string>>;
  /** Whether the number of rows is stored, so that a list's total needs no count. */
  isCounted?: boolean;
  /** Field that hides a live row from default lists and totals when it is set. */
  leftOutBy?: keyof F & string;
  /** Fields that each write computes from others. Rows do not have them in their type. */
  derived?: DerivedFields<F>;
}

interface DerivedFields<F extends Fields> {
  fields: Fields;
  from: readonly (keyof F & string)[];
  compute: (row: RowOf<F>) => Record<string, unknown>;
  /** The field that orders lists by a field of the row. */
  orders?: Readonly<Partial<Record<keyof F, string>>>;
}

/** Lists the sort fields of the indexes, except `createdAt` and `updatedAt`. */
function orderFieldsOf(indexes: readonly IndexSpec[]): string[] {
  const last = indexes.map(({ fields }) => Object.keys(fields)).filter((names) => names.at(-1) === '_id');
  const fields = last.map((names) => names.at(-2) ?? '');
  return [...new Set(fields)].filter((field) => field !== 'createdAt' && field !== 'updatedAt');
}

const counted = new Set<string>();

/** Whether the number of a collection's rows is stored. */
export function isCounted(collection: string): boolean {
  return counted.has(collection);
}

const leftOutFields = new Map<string, string>();

/** Returns the field that hides live rows from default lists; undefined if they show every live row. */
export function leftOutFieldOf(collection: string): string | undefined {
  return leftOutFields.get(collection);
}

const declared: DeclaredCollection[] = [];

/** Returns the collections of all loaded models; `docs/architecture.md` shows them. */
export function declaredCollections(): readonly DeclaredCollection[] {
  return declared;
}

/**
 * Declares a collection: its fields, its indexes, its readers and writers, and whether the tenant guard protects it.
 */
export function defineModel<const F extends Fields>(
  name: string,
  definition: ModelDefinition<F>,
): Model<RowOf<F>> {
  const { derived } = definition;
  const schema = new Schema(castsOf({ ...definition.fields, ...derived?.fields }), {
    collection: definition.collection,
    versionKey: false,
    timestamps: false,
    minimize: false,
    id: false,
    // An undeclared field throws. By default mongoose would drop it silently.
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
  if (derived) {
    const names = Object.keys(derived.fields);
    deriveFields(model.collection, { orders: {}, ...derived, names } as Derivation);
  }
  if (definition.isTenantOwned) guardTenant(model.collection);
  listCrossTenantReads(collection, definition.crossTenantReads ?? {});
  declareUniqueFields(collection, name, definition.unique);
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
  /** The number of committed changes that clients can see. */
  version: field.number,
};

/** The fields of a row with soft delete. A deleted row stays in the history and frees its unique values. */
export const deletableFields = {
  ...tenantFields,
  /** True until the row is deleted; the condition of partial unique indexes. */
  isLive: field.flag,
  deletedAt: field.dateOrNull,
};

/** A row with soft delete. */
export type DeletableRow = RowOf<typeof deletableFields>;

/** Makes a unique index among live rows only: the values of a deleted row are free again. */
export function uniqueAmongLive(fields: IndexDefinition, present?: string): IndexSpec {
  const partialFilterExpression = { isLive: true, ...(present && { [present]: { $type: 'string' } }) };
  return { fields, options: { unique: true, partialFilterExpression } };
}

/** The index of a list with a filter on `externalId`. The condition of the unique index prevents its use by lists. */
export const byExternalId: IndexSpec = {
  fields: { tenantId: 1, isLive: 1, externalId: 1, createdAt: -1, _id: -1 },
  options: { partialFilterExpression: { externalId: { $gt: '' } } },
};

/**
 * Excludes rows without a text in a field from an index. A look-up by equality uses such an index. With `$type` as the
 * condition, MongoDB would ignore the index and read the whole collection.
 */
export function whereText(field: string): { partialFilterExpression: Record<string, unknown> } {
  return { partialFilterExpression: { [field]: { $gt: '' } } };
}
