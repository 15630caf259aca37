import type { Collection } from 'mongoose';
import { outOfTime, timeLeftMs } from '../deadline/deadline.ts';

/** The operations that the server ends after `maxTimeMS`, with the position of their options. */
const optionsAt: Readonly<Record<string, number>> = {
  find: 1,
  findOne: 1,
  countDocuments: 1,
  distinct: 2,
  aggregate: 1,
  insertOne: 1,
  insertMany: 1,
  updateOne: 2,
  updateMany: 2,
  replaceOne: 2,
  deleteOne: 1,
  deleteMany: 1,
  findOneAndUpdate: 2,
  findOneAndReplace: 2,
  findOneAndDelete: 1,
  bulkWrite: 1,
};

/** The arguments with the time that is left, unless they name a shorter one. */
function limited(args: readonly unknown[], at: number, leftMs: number): unknown[] {
  const all = [...args];
  const options = (all[at] ?? {}) as { maxTimeMS?: number };
  all[at] = { ...options, maxTimeMS: Math.ceil(Math.min(leftMs, options.maxTimeMS ?? Infinity)) };
  return all;
}

/**
 * Ends a collection's operations with the deadline of the request that asks for them: the server stops one that is under
 * way (`maxTimeMS`), and none begins later. It stands at the collection, as the tenant guard does, so that no query has to
 * remember it.
 */
export function boundByDeadline(collection: Collection): void {
  const methods = collection as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const [operation, at] of Object.entries(optionsAt)) {
    const run = methods[operation];
    methods[operation] = (...args) => {
      const leftMs = timeLeftMs();
      if (leftMs === Infinity) return run?.apply(collection, args);
      if (leftMs <= 0) throw outOfTime();
      return run?.apply(collection, limited(args, at, leftMs));
    };
  }
}
