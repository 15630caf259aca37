import type { ClientSession, Collection, Connection } from 'mongoose';
import { recordCounts, rowCountsOf, type CountEffect } from './count-ledger.ts';

type Fields = Readonly<Record<string, unknown>>;
type Operation = (...args: unknown[]) => Promise<unknown>;
type TenantEffect = readonly [tenantId: string, effect: CountEffect];

/** Derives the effect of a write on each tenant's counts from its arguments and result; null if it is unknown. */
type Effects = (args: readonly unknown[], result: unknown) => readonly TenantEffect[] | null;

const tenantOf = (filter: unknown): string => (filter as { tenantId: string }).tenantId;
const setBy = (update: unknown): Fields => ((update ?? {}) as { $set?: Fields }).$set ?? {};

/** A row that was created longer ago than this, in milliseconds, does not come last in the order of creation. */
export const settledMs = 60_000;

const isBackdated = ({ createdAt }: Fields): boolean =>
  createdAt instanceof Date && createdAt.getTime() < Date.now() - settledMs;

/** Rules by which the rows of a collection are counted. */
interface CountRules {
  /** The fields by which lists are sorted and that writes may change. */
  orderFields: readonly string[];
  /** The field that is set in live rows that are not counted. */
  leftOutBy: string | undefined;
}

/** Whether a row with these fields is counted. */
const isCountedRow = (row: Fields, { leftOutBy }: CountRules): boolean =>
  row['isLive'] !== false && (leftOutBy === undefined || (row[leftOutBy] ?? null) === null);

const insertsOf = (rows: readonly Fields[], counting: CountRules): TenantEffect[] => {
  const counted = rows.filter((row) => isCountedRow(row, counting));
  return [...Map.groupBy(counted, tenantOf)].map(([tenantId, added]) => [
    tenantId,
    { rows: added.length, deletes: 0, moves: added.filter(isBackdated).length },
  ]);
};

/** Lists the fields that decide whether a row is counted. */
const countedBy = ({ leftOutBy }: CountRules): string[] =>
  leftOutBy === undefined ? ['isLive'] : ['isLive', leftOutBy];

/** Returns the value that a condition implies for a field; undefined if values that count differently are possible. */
function valueOf(condition: unknown): unknown {
  if (typeof condition !== 'object' || condition === null) return condition;
  return JSON.stringify(condition) === '{"$ne":null}' ? true : undefined;
}

/** Whether the rows of a filter are counted before and after an update; null if the filter leaves it open. */
function countedBeforeAndAfter(filter: Fields, set: Fields, counting: CountRules): [boolean, boolean] | null {
  const before = Object.fromEntries(countedBy(counting).map((name) => [name, valueOf(filter[name])]));
  if (Object.values(before).includes(undefined)) return null;
  return [isCountedRow(before, counting), isCountedRow({ ...before, ...set }, counting)];
}

/** Returns the effect of an update of the fields that decide whether rows are counted; null if it is unknown. */
function listingEffectOf(
  filter: Fields,
  set: Fields,
  { counting, count }: { counting: CountRules; count: number },
) {
  const around = countedBeforeAndAfter(filter, set, counting);
  if (!around) return null;
  const [was, is] = around;
  if (was && !is) return { rows: -count, deletes: count, moves: 0 };
  // A row that is listed again returns to its old position.
  return is && !was ? { rows: count, deletes: 0, moves: count } : { rows: 0, deletes: 0, moves: count };
}

const updatesOf =
  (counting: CountRules): Effects =>
  ([filter, update], result) => {
    const set = setBy(update);
    const { modifiedCount, upsertedCount } = result as { modifiedCount: number; upsertedCount: number };
    if (upsertedCount > 0 || Array.isArray(update)) return null;
    if (modifiedCount === 0) return [];
    if (countedBy(counting).some((field) => Object.hasOwn(set, field))) {
      const effect = listingEffectOf(filter as Fields, set, { counting, count: modifiedCount });
      return effect && [[tenantOf(filter), effect]];
    }
    if (!counting.orderFields.some((field) => Object.hasOwn(set, field))) return [];
    return [[tenantOf(filter), { rows: 0, deletes: 0, moves: modifiedCount }]];
  };

/** The result of such an update is the row, which does not show whether it changed. */
const findAndUpdatesOf =
  (counting: CountRules): Effects =>
  (args, result) => {
    const [, update, options] = args;
    const isUpsert = (options as { upsert?: boolean } | undefined)?.upsert === true;
    if (isUpsert || Object.hasOwn(setBy(update), 'isLive')) return null;
    const modifiedCount = result === null ? 0 : 1;
    return updatesOf(counting)(args, { modifiedCount, upsertedCount: 0 });
  };

const bulkOf =
  (counting: CountRules): Effects =>
  ([steps]) => {
    const named = (steps as readonly Record<string, Fields>[]).flatMap((step) => Object.entries(step));
    const inserted = named.flatMap(([kind, { document }]) =>
      kind === 'insertOne' ? [document as Fields] : [],
    );
    const updates = named.filter(([kind]) => kind !== 'insertOne');
    const moves = updates.map(([kind, { filter, update, upsert }]) => {
      const set = setBy(update);
      if (kind !== 'updateOne' || upsert === true) return null;
      if (countedBy(counting).some((field) => Object.hasOwn(set, field))) return null;
      const isMoved = counting.orderFields.some((field) => Object.hasOwn(set, field));
      return [tenantOf(filter), { rows: 0, deletes: 0, moves: Number(isMoved) }] as const;
    });
    return moves.includes(null)
      ? null
      : [...insertsOf(inserted, counting), ...moves.filter((move) => move !== null)];
  };

const unknownEffects: Effects = () => null;

/** Lists the tenants whose rows a write may have changed. The tenant guard ensures that the write names them. */
function tenantsOf(operation: string, [first]: readonly unknown[]): string[] {
  if (operation !== 'bulkWrite') return [tenantOf(first)];
  const steps = (first as readonly Record<string, Fields>[]).flatMap((step) => Object.values(step));
  return [...new Set(steps.map(({ filter, document }) => tenantOf(filter ?? document)))];
}

interface CountOptions extends CountRules {
  connection: Connection;
}

/**
 * Keeps the number of a collection's rows. Each insert and each soft delete stores its effect in the same transaction.
 * The counting applies to the collection, as the tenant guard does, so that no writer can forget it. After a write
 * whose effect is unknown, such as a hard delete, the next reader counts the rows.
 */
export function countWrites(collection: Collection, { connection, ...counting }: CountOptions): void {
  const { name } = collection;
  const effects: Readonly<Record<string, Effects>> = {
    insertOne: ([row]) => insertsOf([row as Fields], counting),
    insertMany: ([rows]) => insertsOf(rows as readonly Fields[], counting),
    updateOne: updatesOf(counting),
    updateMany: updatesOf(counting),
    findOneAndUpdate: findAndUpdatesOf(counting),
    bulkWrite: bulkOf(counting),
    deleteOne: unknownEffects,
    deleteMany: unknownEffects,
    findOneAndDelete: unknownEffects,
    replaceOne: unknownEffects,
    findOneAndReplace: unknownEffects,
  };
  const add = async (all: readonly TenantEffect[], session: ClientSession | undefined): Promise<void> => {
    const counts = all.map(([tenantId, effect]) => ({ tenantId, rowsOf: name, ...effect }));
    await recordCounts(connection, session, counts);
  };
  const methods = collection as unknown as Record<string, Operation>;
  for (const [operation, effectsOf] of Object.entries(effects)) {
    const run = methods[operation];
    methods[operation] = async (...args) => {
      const result = await run?.apply(collection, args);
      const session = (args.at(-1) as { session?: ClientSession } | undefined)?.session;
      const effect = effectsOf(args, result);
      if (effect) {
        await add(effect, session);
        return result;
      }
      const tenantIds = tenantsOf(operation, args);
      for (const tenantId of tenantIds)
        await rowCountsOf(connection).deleteMany(
          { tenantId, rowsOf: name, isBase: true },
          session === undefined ? {} : { session },
        );
      await add(
        tenantIds.map((tenantId) => [tenantId, { rows: 0, deletes: 1, moves: 0 }]),
        session,
      );
      return result;
    };
  }
}
