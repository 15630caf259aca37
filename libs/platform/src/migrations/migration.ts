/** What one batch of a migration did. */
export interface MigrationBatch {
  /** Where the next batch begins: all that comes before it is done. */
  position: string;
  /** Rows that were read. */
  examined: number;
  /** Rows that were changed. */
  changed: number;
}

/** A change of stored rows that a new release needs. */
export interface Migration {
  /** Its number and name, such as `0001-unit-label-keys`. Migrations run in this order. */
  id: string;
  /** What it does to the rows, in a sentence for operators. */
  summary: string;
  /**
   * Does the batch after a position; null begins at the first row. A process may be killed within a batch and another
   * one may do the same batch beside it. So a batch changes a row only as long as the row is as it was read, and leaves
   * rows alone that are done.
   *
   * @returns null when no rows are left
   */
  runBatch(position: string | null): Promise<MigrationBatch | null>;
}
