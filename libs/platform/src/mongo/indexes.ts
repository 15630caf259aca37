import type { Connection, Model } from 'mongoose';
import { applyValidator } from './validators.ts';

/** MongoDB's own name of an index, such as `tenantId_1_createdAt_-1`. */
const indexName = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map(([field, direction]) => `${field}_${String(direction)}`)
    .join('_');

const modelsOf = ({ models }: Connection) => Object.values(models) as Model<unknown>[];

const namespaceMissing = 26;

async function existingNames(model: Model<unknown>): Promise<ReadonlySet<string>> {
  try {
    const indexes = (await model.collection.listIndexes().toArray()) as { name: string }[];
    return new Set(indexes.map(({ name }) => name));
  } catch (error) {
    if ((error as { code?: number }).code === namespaceMissing) return new Set();
    throw error;
  }
}

/** Names the declared indexes that a database lacks, as `<collection>.<index>`. */
export async function missingIndexes(connection: Connection): Promise<string[]> {
  const missing = modelsOf(connection).map(async (model) => {
    const existing = await existingNames(model);
    const declared = ['_id_', ...model.schema.indexes().map(([fields]) => indexName(fields))];
    return declared.filter((name) => !existing.has(name)).map((name) => `${model.collection.name}.${name}`);
  });
  return (await Promise.all(missing)).flat();
}

/** MongoDB's codes for an index that is there under the same name with other options. */
const changedCodes: ReadonlySet<unknown> = new Set([85, 86]);

type Options = {
  name?: string;
  unique?: boolean;
  expireAfterSeconds?: number;
  partialFilterExpression?: object;
};

const optionsOf = ({ unique = false, expireAfterSeconds, partialFilterExpression }: Options): string =>
  JSON.stringify([unique, expireAfterSeconds ?? null, partialFilterExpression ?? null]);

/** Drops the indexes that an earlier release made with other options. */
async function dropChanged({ collection, schema }: Model<unknown>): Promise<void> {
  const declared = new Map(
    schema.indexes().map(([fields, options]) => [indexName(fields), optionsOf(options as Options)]),
  );
  for (const existing of (await collection.listIndexes().toArray()) as Options[]) {
    const { name = '' } = existing;
    const isChanged = declared.has(name) && declared.get(name) !== optionsOf(existing);
    if (isChanged) await collection.dropIndex(name);
  }
}

async function createIndexes(model: Model<unknown>): Promise<void> {
  try {
    await model.createIndexes();
  } catch (error) {
    if (!changedCodes.has((error as { code?: unknown }).code)) throw error;
    await dropChanged(model);
    await model.createIndexes();
  }
}

/** Collections made at once: a new pool opens a few connections at a time, and waits for them no longer than 2 s. */
const concurrency = 4;

/**
 * Creates the collections, indexes and validators that the models declare. One step of a deployment runs it, before the
 * services start, so that they don't race each other. What is there already stays as it is, but for an index whose
 * options have changed, which is made anew.
 */
export async function applyIndexes(connection: Connection): Promise<void> {
  const models = modelsOf(connection).values();
  const apply = async (): Promise<void> => {
    // Each loop takes the next model of the same list.
    for (const model of models) {
      await model.createCollection();
      await createIndexes(model);
      await applyValidator(connection, model.collection);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, apply));
}
