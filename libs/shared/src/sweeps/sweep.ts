import type { OperationContext } from '../context/operation-context.ts';

/** A row whose due change is not stored yet. */
export interface DueRow {
  id: string;
  tenantId: string;
  /** Time at which the change is due; needed for sweeps that look ahead. */
  dueAt?: Date;
}

/** One kind of due change. */
export interface Sweep {
  /** The name of the work for the log and the counter of failures. */
  name: string;
  /** The sweep looks in every so many rounds; default 1. More for changes that may be a minute late. */
  everyRounds?: number;
  /**
   * The least time between the storing of a row and its change, in milliseconds; default 0. The sweep looks ahead by three
   * rounds, but no further than this time. It reads nothing until the first row is due, or until the end of its look.
   */
  leadMs?: number;
  /** Whether a wake signal makes the sweep look at once; default false. */
  isWoken?: boolean;
  /**
   * Finds up to `limit` due rows of all tenants but those in `except`. An index of rows with a due time serves it. The
   * limit includes rows that are set aside.
   */
  findDue(now: Date, limit: number, except: readonly string[]): Promise<readonly DueRow[]>;
  /**
   * Stores the due change of a row, its events and one audit record, in one change.
   *
   * @returns whether a change was stored; false if another replica was faster
   */
  apply(ctx: OperationContext, id: string): Promise<boolean>;
}
