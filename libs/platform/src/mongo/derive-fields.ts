import type { Collection, Model } from 'mongoose';

type Row = Readonly<Record<string, unknown>>;

/** Stored fields that are computed from other fields of the same row at each write. */
export interface Derivation {
  /** The fields from which they are computed. A write sets all of these or none. */
  readonly from: readonly string[];
  readonly compute: (row: Row) => Row;
  /** The names of the derived fields. */
  readonly names: readonly string[];
  /** The fields that order lists in place of the fields that clients name. */
  readonly orders: Readonly<Record<string, string>>;
}

/** A collection and its derived fields. */
export interface DerivedCollection extends Derivation {
  readonly collection: Collection;
}

const derivations = new Map<string, DerivedCollection>();

/** Lists the collections of all loaded models that have derived fields, by name. */
export const derivedCollections = (): ReadonlyMap<string, DerivedCollection> => derivations;

/** Computes the derived fields of a row. Only a write that bypasses the model needs them. */
export const derivedFieldsOf = (collection: string, row: Row): Row =>
  derivations.get(collection)?.compute(row) ?? {};

/** Returns the field that orders lists by a field that clients name. */
export const orderFieldOf = (collection: string, field: string): string =>
  derivations.get(collection)?.orders[field] ?? field;

const sets = (fields: Row, source: string): boolean =>
  Object.keys(fields).some((name) => name === source || name.startsWith(`${source}.`));

/** Adds the other source fields of a row to fields to be written, if these contain one of the sources. */
export function withSources<R extends object>(model: Model<R>, row: R, fields: Partial<R>): Partial<R> {
  const { from = [] } = derivations.get(model.collection.name) ?? {};
  if (!from.some((source) => sets(fields, source))) return fields;
  const sources = from.map((source) => [source, (row as Row)[source]]);
  return { ...(Object.fromEntries(sources) as Partial<R>), ...fields };
}

/** @throws Error for fields that contain some of the sources only, because the others are unknown here */
function completed(collection: string, { from, compute }: Derivation, fields: Row): Row {
  const sent = from.filter((source) => sets(fields, source));
  if (sent.length === 0) return fields;
  const missing = from.filter((source) => !Object.hasOwn(fields, source));
  if (missing.length === 0) return { ...fields, ...compute(fields) };
  throw new Error(
    `An update of ${collection} sets ${sent.join(', ')}. Set ${missing.join(', ')} too, because derived fields depend on all of them.`,
  );
}

/** Operators of an update that set whole values. Others must not touch the source fields. */
const setters = new Set(['$set', '$setOnInsert']);

function completedUpdate(collection: string, derivation: Derivation, update: unknown): unknown {
  if (Array.isArray(update)) {
    if (!derivation.from.some((source) => JSON.stringify(update).includes(`"${source}"`))) return update;
    throw new Error(`A pipeline must not update ${collection}, whose derived fields it cannot compute.`);
  }
  const operators = Object.entries((update ?? {}) as Record<string, Row>);
  return Object.fromEntries(
    operators.map(([operator, fields]) => {
      if (setters.has(operator)) return [operator, completed(collection, derivation, fields)];
      if (!derivation.from.some((source) => sets(fields, source))) return [operator, fields];
      throw new Error(
        `${operator} must not change the fields ${derivation.from.join(', ')} of ${collection}.`,
      );
    }),
  );
}

type BulkSteps = readonly Record<string, { document?: Row; replacement?: Row; update?: unknown }>[];

/**
 * Computes derived fields in each write. The collection is wrapped, as by the tenant guard, so that no writer can forget
 * them.
 */
export function deriveFields(collection: Collection, derivation: Derivation): void {
  const { name } = collection;
  derivations.set(name, { ...derivation, collection });
  const row = (given: unknown) => {
    // In a bulk write, mongoose passes documents in place of rows.
    const { toBSON } = given as { toBSON?: () => Row };
    const plain = toBSON ? toBSON.call(given) : (given as Row);
    return { ...plain, ...derivation.compute(plain) };
  };
  const update = (given: unknown) => completedUpdate(name, derivation, given);
  const step = ([kind, fields]: [string, BulkSteps[number][string]]) => [
    kind,
    {
      ...fields,
      ...(fields.document && { document: row(fields.document) }),
      ...(fields.replacement && { replacement: row(fields.replacement) }),
      ...(fields.update !== undefined && { update: update(fields.update) }),
    },
  ];
  const rewrites: Readonly<Record<string, (args: unknown[]) => unknown[]>> = {
    insertOne: ([given, ...rest]) => [row(given), ...rest],
    insertMany: ([given, ...rest]) => [(given as readonly Row[]).map(row), ...rest],
    updateOne: ([filter, given, ...rest]) => [filter, update(given), ...rest],
    updateMany: ([filter, given, ...rest]) => [filter, update(given), ...rest],
    findOneAndUpdate: ([filter, given, ...rest]) => [filter, update(given), ...rest],
    replaceOne: ([filter, given, ...rest]) => [filter, row(given), ...rest],
    findOneAndReplace: ([filter, given, ...rest]) => [filter, row(given), ...rest],
    bulkWrite: ([steps, ...rest]) => [
      (steps as BulkSteps).map((one): Row => Object.fromEntries(Object.entries(one).map(step)) as Row),
      ...rest,
    ],
  };
  const methods = collection as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const [operation, rewrite] of Object.entries(rewrites)) {
    const run = methods[operation];
    methods[operation] = async (...args) => run?.apply(collection, rewrite(args));
  }
}
