import type { Connection, Model, mongo } from 'mongoose';
import { applyValidator, validationOptions } from './validators.ts';

/** Returns MongoDB's default name of an index, such as `tenantId_1_createdAt_-1`. */
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

/**
 * Counts the indexes of a database in one statement. Listing them takes a statement for each collection.
 *
 * @returns null if the database does not exist yet
 */
export async function countIndexes(connection: Connection): Promise<number | null> {
  const stats = await connection.db?.command({ dbStats: 1 });
  return (stats?.['indexes'] as number | undefined) ?? null;
}

/** An index, as MongoDB lists it or a model declares it. */
interface Index {
  name: string;
  key: Record<string, unknown>;
  unique?: boolean;
  expireAfterSeconds?: number;
  partialFilterExpression?: object;
}

/** Serializes the options in which two indexes of one name may differ. */
const optionsOf = ({ unique = false, expireAfterSeconds, partialFilterExpression }: Index): string =>
  JSON.stringify([unique, expireAfterSeconds ?? null, partialFilterExpression ?? null]);

function declaredIndexes({ schema }: Model<unknown>): Index[] {
  return schema.indexes().map(([key, options]) => {
    const { unique, expireAfterSeconds, partialFilterExpression } = options as Partial<Index>;
    return {
      name: indexName(key),
      key,
      ...(unique !== undefined && { unique }),
      ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
      ...(partialFilterExpression && { partialFilterExpression }),
    };
  });
}

/**
 * Creates the missing indexes of a collection in one command. Recreates indexes whose options an earlier release
 * declared differently.
 */
async function createIndexes(model: Model<unknown>, isNew: boolean): Promise<void> {
  const { collection } = model;
  const listed = isNew ? [] : ((await collection.listIndexes().toArray()) as Index[]);
  const existing = new Map(listed.map((index) => [index.name, optionsOf(index)]));
  const wanted = declaredIndexes(model).filter((index) => existing.get(index.name) !== optionsOf(index));
  for (const { name } of wanted) if (existing.has(name)) await collection.dropIndex(name);
  if (wanted.length > 0) await collection.createIndexes(wanted as mongo.IndexDescription[]);
}

type Validators = ReadonlyMap<string, object | undefined>;

/** Reads the collections of a database, each with its validator. */
async function readValidators({ db }: Connection): Promise<Validators> {
  const collections = (await db?.listCollections({}, { nameOnly: false }).toArray()) ?? [];
  return new Map(
    collections.map(({ name, options }) => [name, options?.['validator'] as object | undefined]),
  );
}

async function applyModel(
  connection: Connection,
  model: Model<unknown>,
  validators: Validators,
): Promise<void> {
  const { collection } = model;
  const isNew = !validators.has(collection.name);
  if (isNew) await model.createCollection(validationOptions(collection));
  else await applyValidator(connection, collection, validators.get(collection.name));
  await createIndexes(model, isNew);
}

/** Collections created at once. A new pool opens a few connections at a time, and callers wait for them at most 2 s. */
const concurrency = 4;

/**
 * Creates the collections, indexes and validators that the models declare. One step of a deployment runs it, before the
 * services start, so that they don't race each other. Existing ones stay unchanged, except for indexes whose options
 * have changed, which are recreated.
 */
export async function applyIndexes(connection: Connection): Promise<void> {
  const validators = await readValidators(connection);
  const models = modelsOf(connection).values();
  const apply = async (): Promise<void> => {
    // Each loop takes the next model of the shared iterator.
    for (const model of models) await applyModel(connection, model, validators);
  };
  await Promise.all(Array.from({ length: concurrency }, apply));
}
