import { randomUUIDv7 } from 'node:crypto';
import { hostname } from 'node:os';
import type { Connection } from 'mongoose';
import type { WorkLeaseRow } from './work-lease.ts';

/** One process's side of a lease. */
export interface Lease {
  /**
   * Takes or renews the lease. Returns whether this process holds it. The clock of the store decides, not the clock of
   * the process.
   */
  acquire(): Promise<boolean>;
  /** Releases the lease, so that another process need not wait until it expires. */
  release(): Promise<void>;
}

interface LeaseOptions {
  connection: Connection;
  name: string;
  /** The time for which a process that died keeps the lease, in milliseconds. */
  ttlMs: number;
}

/** Opens a lease. Opening does not take it. */
export function openLease({ connection, name, ttlMs }: LeaseOptions): Lease {
  const holder = `${hostname()}-${randomUUIDv7()}`;
  const leases = () => connection.collection<WorkLeaseRow>('work_leases');
  const isOver = { $lte: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] };
  const mayTake = { $or: [{ $eq: ['$holder', holder] }, isOver] };
  const take = {
    holder: { $cond: [mayTake, holder, '$holder'] },
    until: { $cond: [mayTake, { $add: ['$$NOW', ttlMs] }, '$until'] },
  };
  const options = { upsert: true, returnDocument: 'after' } as const;
  return {
    async acquire() {
      const lease = await leases().findOneAndUpdate({ _id: name }, [{ $set: take }], options);
      return lease?.holder === holder;
    },
    async release() {
      await leases().deleteOne({ _id: name, holder });
    },
  };
}
