import type { OperationContext } from '../context/operation-context.ts';

/** A row whose due change is not stored yet. */
export interface DueRow {
  id: string;
  tenantId: string;
}

/** One kind of thing that time does. */
export interface Sweep {
  /** The name of the work for the log and the counter of failures. */
  name: string;
  /**
   * Finds up to `limit` rows that are due, of all tenants, on an index of those that will ever be. Rows that could not be
   * stored are asked for again: the limit grows by their number.
   */
  findDue(now: Date, limit: number): Promise<readonly DueRow[]>;
  /**
   * Stores what time has done to a row, its events and one audit record in one change.
   *
   * @returns whether there was something to store; not where another replica has been quicker
   */
  settle(ctx: OperationContext, id: string): Promise<boolean>;
}
