import {
  Schema,
  type Connection,
  type IndexDefinition,
  type IndexOptions,
  type Model,
  type SchemaDefinition,
} from 'mongoose';
import { control } from './connections.ts';
import { countWrites } from './count-writes.ts';
import { listCrossTenantReads } from './cross-tenant.ts';
import { guardTenant } from './tenant-guard.ts';

/** A row that one tenant owns. */
export interface TenantRow {
  _id: string;
  tenantId: string;
  createdAt: Date;
  updatedAt: Date;
  /** Counts committed changes of what clients see. */
  version: number;
}

/** A row whose delete is soft: it keeps its place in history and frees its unique values. */
export interface DeletableRow extends TenantRow {
  /** True until deleted; partial unique indexes stand on it. */
  isLive: boolean;
  deletedAt: Date | null;
}

export interface IndexSpec {
  fields: IndexDefinition;
  options?: IndexOptions;
}

/** A collection as its model declares it. */
export interface DeclaredCollection {
  name: string;
  database: 'core' | 'control';
  writers: readonly string[];
}

interface ModelDefinition {
  connection: Connection;
  /** snake_case plural. */
  collection: string;
  /** The services that write; all may read. A second writer of a collection is a decision. */
  writers: readonly string[];
  fields: SchemaDefinition;
  indexes: readonly IndexSpec[];
  /** Whether every query has to name a tenant. */
  isTenantOwned: boolean;
  /** The reads that may leave out the tenant: the index of each by its purpose. */
  crossTenantReads?: Readonly<Record<string, string>>;
  /** Whether the number of rows is kept beside them, so that a list's total needs no count. */
  isCounted?: boolean;
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

const declared: DeclaredCollection[] = [];

/** The collections of all models that are loaded; `docs/architecture.md` shows them. */
export function declaredCollections(): readonly DeclaredCollection[] {
  return declared;
}

/** Declares a collection: its fields, its indexes, who writes it, and whether the tenant guard stands before it. */
export function defineModel<Row>(name: string, definition: ModelDefinition): Model<Row> {
  const schema = new Schema(definition.fields, {
    collection: definition.collection,
    versionKey: false,
    timestamps: false,
    minimize: false,
    id: false,
    // A field that isn't declared is a mistake; by default it would be dropped without a word.
    strict: 'throw',
  });
  for (const { fields, options } of definition.indexes) schema.index(fields, options);
  const model = definition.connection.model(name, schema);
  const { connection, collection, writers } = definition;
  declared.push({ name: collection, database: connection === control ? 'control' : 'core', writers });
  if (definition.isCounted) {
    counted.add(collection);
    countWrites(model.collection, { connection, orderFields: orderFieldsOf(definition.indexes) });
  }
  if (definition.isTenantOwned) guardTenant(model.collection);
  listCrossTenantReads(collection, definition.crossTenantReads ?? {});
  return model as unknown as Model<Row>;
}

/** The fields of every tenant-owned row. */
export const tenantFields = {
  _id: { type: String, required: true },
  tenantId: { type: String, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  version: { type: Number, required: true },
} satisfies SchemaDefinition;

/** The fields of a row whose delete is soft. */
export const deletableFields = {
  ...tenantFields,
  isLive: { type: Boolean, required: true },
  deletedAt: { type: Date, default: null },
} satisfies SchemaDefinition;

/** A unique index among live rows only: a deleted row's values are free again. */
export function uniqueAmongLive(fields: IndexDefinition, present?: string): IndexSpec {
  const partialFilterExpression = { isLive: true, ...(present && { [present]: { $type: 'string' } }) };
  return { fields, options: { unique: true, partialFilterExpression } };
}

/**
 * Leaves rows out of an index that have no text in a field. A look-up by equality stands on such an index; with `$type`
 * as the condition MongoDB doesn't see that it could, and reads the whole collection.
 */
export function whereText(field: string): { partialFilterExpression: Record<string, unknown> } {
  return { partialFilterExpression: { [field]: { $gt: '' } } };
}
