/** All rows of a list in its order, read batch by batch. */
export interface RowSource {
  readonly total: number;
  /** Reads the next rows; none at the end. */
  next(): Promise<unknown[]>;
  close(): Promise<void>;
}

/**
 * Read of a whole list. The operation of the list runs once for each batch. Its first run opens the source, and each
 * later one reads on.
 */
export interface WholeList {
  source: RowSource | null;
}
