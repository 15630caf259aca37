import type { ClientSession, Collection, Connection } from 'mongoose';
import { noteCounts, rowCountsOf, type CountEffect } from './count-ledger.ts';

type Fields = Readonly<Record<string, unknown>>;
type Operation = (...args: unknown[]) => Promise<unknown>;
type TenantEffect = readonly [tenantId: string, effect: CountEffect];

/** What a write has done to which tenants' rows, told from its arguments and its result; null where nobody can tell. */
type Effects = (args: readonly unknown[], result: unknown) => readonly TenantEffect[] | null;

const tenantOf = (filter: unknown): string => (filter as { tenantId: string }).tenantId;
const isLive = (row: Fields): boolean => row['isLive'] !== false;
const setBy = (update: unknown): Fields => ((update ?? {}) as { $set?: Fields }).$set ?? {};

/** A row made longer ago than this, in milliseconds, doesn't go to the end of those in order of their making. */
export const settledMs = 60_000;

const isBackdated = ({ createdAt }: Fields): boolean =>
  createdAt instanceof Date && createdAt.getTime() < Date.now() - settledMs;

const insertsOf = (rows: readonly Fields[]): TenantEffect[] =>
  [...Map.groupBy(rows.filter(isLive), tenantOf)].map(([tenantId, live]) => [
    tenantId,
    { rows: live.length, deletes: 0, moves: live.filter(isBackdated).length },
  ]);

const updatesOf =
  (orderFields: readonly string[]): Effects =>
  ([filter, update], result) => {
    const set = setBy(update);
    const { modifiedCount, upsertedCount } = result as { modifiedCount: number; upsertedCount: number };
    if (upsertedCount > 0 || Array.isArray(update)) return null;
    if (modifiedCount === 0) return [];
    if (set['isLive'] === false) {
      // Without the condition it may have hit rows that were deleted before.
      if ((filter as Fields)['isLive'] !== true) return null;
      return [[tenantOf(filter), { rows: -modifiedCount, deletes: modifiedCount, moves: 0 }]];
    }
    if (!orderFields.some((field) => Object.hasOwn(set, field))) return [];
    return [[tenantOf(filter), { rows: 0, deletes: 0, moves: modifiedCount }]];
  };

/** An update that answers the row doesn't say whether it changed it. */
const findAndUpdatesOf =
  (orderFields: readonly string[]): Effects =>
  (args, result) => {
    const [, update, options] = args;
    const isUpsert = (options as { upsert?: boolean } | undefined)?.upsert === true;
    if (isUpsert || Object.hasOwn(setBy(update), 'isLive')) return null;
    const modifiedCount = result === null ? 0 : 1;
    return updatesOf(orderFields)(args, { modifiedCount, upsertedCount: 0 });
  };

const bulkOf =
  (orderFields: readonly string[]): Effects =>
  ([steps]) => {
    const named = (steps as readonly Record<string, Fields>[]).flatMap((step) => Object.entries(step));
    const inserted = named.flatMap(([kind, { document }]) =>
      kind === 'insertOne' ? [document as Fields] : [],
    );
    const updates = named.filter(([kind]) => kind !== 'insertOne');
    const moves = updates.map(([kind, { filter, update, upsert }]) => {
      const set = setBy(update);
      if (kind !== 'updateOne' || upsert === true || Object.hasOwn(set, 'isLive')) return null;
      const isMoved = orderFields.some((field) => Object.hasOwn(set, field));
      return [tenantOf(filter), { rows: 0, deletes: 0, moves: Number(isMoved) }] as const;
    });
    return moves.includes(null) ? null : [...insertsOf(inserted), ...moves.filter((move) => move !== null)];
  };

const nobodyCanTell: Effects = () => null;

/** The tenants whose rows a write may have touched; the tenant guard has seen to it that it names them. */
function tenantsOf(operation: string, [first]: readonly unknown[]): string[] {
  if (operation !== 'bulkWrite') return [tenantOf(first)];
  const steps = (first as readonly Record<string, Fields>[]).flatMap((step) => Object.values(step));
  return [...new Set(steps.map(({ filter, document }) => tenantOf(filter ?? document)))];
}

interface Counted {
  connection: Connection;
  /** The fields by which lists are sorted and that writes may change. */
  orderFields: readonly string[];
}

/**
 * Keeps the number of a collection's rows beside them: each insert and each soft delete notes what it did, and it is
 * stored in the same transaction. It stands at the collection like the tenant guard, so that no writer has to remember it. After a write
 * whose effect nobody can tell, such as a hard delete, the next reader counts.
 */
export function countWrites(collection: Collection, { connection, orderFields }: Counted): void {
  const { name } = collection;
  const effects: Readonly<Record<string, Effects>> = {
    insertOne: ([row]) => insertsOf([row as Fields]),
    insertMany: ([rows]) => insertsOf(rows as readonly Fields[]),
    updateOne: updatesOf(orderFields),
    updateMany: updatesOf(orderFields),
    findOneAndUpdate: findAndUpdatesOf(orderFields),
    bulkWrite: bulkOf(orderFields),
    deleteOne: nobodyCanTell,
    deleteMany: nobodyCanTell,
    findOneAndDelete: nobodyCanTell,
    replaceOne: nobodyCanTell,
    findOneAndReplace: nobodyCanTell,
  };
  const add = async (all: readonly TenantEffect[], session: ClientSession | undefined): Promise<void> => {
    const counts = all.map(([tenantId, effect]) => ({ tenantId, rowsOf: name, ...effect }));
    await noteCounts(connection, session, counts);
  };
  const methods = collection as unknown as Record<string, Operation>;
  for (const [operation, effectsOf] of Object.entries(effects)) {
    const run = methods[operation];
    methods[operation] = async (...args) => {
      const result = await run?.apply(collection, args);
      const session = (args.at(-1) as { session?: ClientSession } | undefined)?.session;
      const told = effectsOf(args, result);
      if (told) {
        await add(told, session);
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
