/** Result of one batch of a migration. */
export interface MigrationBatch {
  /** The start of the next batch. All rows before it are done. */
  position: string;
  /** Number of rows that were read. */
  examined: number;
  /** Number of rows that were changed. */
  changed: number;
}

/** A change of stored rows that a new release needs. */
export interface Migration {
  /** Its number and name, such as `0001-unit-label-keys`. Migrations run in this order. */
  id: string;
  /** The change of the rows, in a sentence for operators. */
  summary: string;
  /**
   * Runs the batch after a position; null begins at the first row. A process may be killed within a batch, and another
   * one may run the same batch concurrently. So a batch changes a row only if it is unchanged since the read, and skips
   * finished rows.
   *
   * @returns null when no rows are left
   */
  runBatch(position: string | null): Promise<MigrationBatch | null>;
}
