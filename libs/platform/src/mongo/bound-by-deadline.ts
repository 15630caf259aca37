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

/** Sets the remaining time in the arguments, unless they have a shorter one. */
const limited = (args: readonly unknown[], at: number, leftMs: number): unknown[] =>
  withOptions(args, at, (options: { maxTimeMS?: number }) => ({
    ...options,
    maxTimeMS: Math.ceil(Math.min(leftMs, options.maxTimeMS ?? Infinity)),
  }));

/**
 * Bounds a collection's operations by the deadline of their request. The server stops an operation under way
 * (`maxTimeMS`), and none begins later. The bound applies to the collection, as the tenant guard does, so that no query
 * can forget it.
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
