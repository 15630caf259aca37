import type { Connection, Model } from 'mongoose';

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

/** Collections made at once: a new pool opens its connections one after the other, and waits for them no longer than 2 s. */
const lanes = 4;

/**
 * Creates the collections and indexes that the models declare. One step of a deployment runs it, before the services
 * start, so that they don't race each other. What is there already stays as it is.
 */
export async function applyIndexes(connection: Connection): Promise<void> {
  const models = modelsOf(connection).values();
  const apply = async (): Promise<void> => {
    // Each lane takes the next one of the same list.
    for (const model of models) {
      await model.createCollection();
      await model.createIndexes();
    }
  };
  await Promise.all(Array.from({ length: lanes }, apply));
}
