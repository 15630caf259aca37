import type { Collection } from 'mongoose';
import { outOfTime, timeLeftMs } from '../deadline/deadline.ts';
import { filteredOperations, withOptions } from './operation-options.ts';

/** The operations that the server ends after `maxTimeMS`, with the position of their options. */
const boundOperations: Readonly<Record<string, number>> = {
  ...filteredOperations,
  countDocuments: 1,
  distinct: 2,
  aggregate: 1,
  insertOne: 1,
  insertMany: 1,
  bulkWrite: 1,
};

/** The arguments with the time that is left, unless they name a shorter one. */
const limited = (args: readonly unknown[], at: number, leftMs: number): unknown[] =>
  withOptions(args, at, (options: { maxTimeMS?: number }) => ({
    ...options,
    maxTimeMS: Math.ceil(Math.min(leftMs, options.maxTimeMS ?? Infinity)),
  }));

/**
 * Ends a collection's operations with the deadline of the request that asks for them: the server stops one that is under
 * way (`maxTimeMS`), and none begins later. It stands at the collection, as the tenant guard does, so that no query has to
 * remember it.
 */
export function boundByDeadline(collection: Collection): void {
  const methods = collection as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const [operation, at] of Object.entries(boundOperations)) {
    const run = methods[operation];
    methods[operation] = (...args) => {
      const leftMs = timeLeftMs();
      if (leftMs === Infinity) return run?.apply(collection, args);
      if (leftMs <= 0) throw outOfTime();
      return run?.apply(collection, limited(args, at, leftMs));
    };
  }
}
