import type { Operation } from './operation.ts';
import type { CallOptions, QueryValues } from './options.ts';

/** A page of a list. */
export interface Page<Row> {
  items: Row[];
  /** Number of all rows of the list. */
  total: number;
  limit: number;
  offset: number;
  /** Whether rows follow this page. */
  hasMore: boolean;
}

/** A changed or deleted row. To continue later, store the latest `at` and send it as `since`. */
export type Change<Row> =
  | { type: 'updated'; row: Row; at: string }
  | { type: 'deleted'; id: string; at: string };

/** Reads a page of a list. */
export type ReadPage = (query: QueryValues) => Promise<Page<unknown>>;

const pageSize = 200;

/** Transactions commit in another order than that of their times. Changes of this time are read again. */
const overlapMs = 15_000;

interface CreatedRow {
  id: string;
  createdAt: string;
}

/** Whether a row comes after another one in the order of creation. */
const isAfter = (row: CreatedRow, last: CreatedRow | null): boolean =>
  last === null || row.createdAt > last.createdAt || (row.createdAt === last.createdAt && row.id > last.id);

/**
 * Walks a list in the order of creation. Each page begins with the last row of the page before. That row moves
 * if an earlier one leaves the list: the walk then steps back. So it omits and repeats no row.
 */
async function* walkByCreation(read: ReadPage, query: QueryValues): AsyncGenerator {
  let [offset, last]: [number, CreatedRow | null] = [0, null];
  for (;;) {
    const page = await read({ ...query, sort: 'createdAt', limit: pageSize, offset });
    const rows = page.items as CreatedRow[];
    const [first] = rows;
    const hasMoved = last !== null && offset > 0 && (first === undefined || isAfter(first, last));
    if (hasMoved) {
      offset = Math.max(0, offset - page.limit);
      continue;
    }
    for (const row of rows) {
      if (!isAfter(row, last)) continue;
      last = row;
      yield row;
    }
    if (!page.hasMore) return;
    offset += Math.max(1, rows.length - 1);
  }
}

/** Walks a list whose rows have no time of creation, page by page. */
async function* walkByOffset(read: ReadPage, query: QueryValues): AsyncGenerator {
  let offset = 0;
  for (;;) {
    const page = await read({ ...query, limit: pageSize, offset });
    yield* page.items;
    offset += page.items.length;
    if (!page.hasMore || page.items.length === 0) return;
  }
}

interface ChangedRow {
  id: string;
  updatedAt?: string;
  deletedAt?: string;
}

const timeOf = ({ updatedAt, deletedAt }: ChangedRow): string => updatedAt ?? deletedAt ?? '';

const changeOf = (row: ChangedRow): Change<unknown> =>
  row.updatedAt === undefined
    ? { type: 'deleted', id: row.id, at: timeOf(row) }
    : { type: 'updated', row, at: timeOf(row) };

/**
 * Walks the changes of a list in the order of their times. The time of the last row is the start of the next page. A
 * row that changes during the walk comes again, later.
 */
async function* walkChanges(
  read: ReadPage,
  { since, ...query }: QueryValues,
  hasTombstones: boolean,
): AsyncGenerator<Change<unknown>> {
  const start = typeof since === 'string' ? Date.parse(since) - overlapMs : 0;
  const asked = {
    ...query,
    ...(hasTombstones && { includeDeleted: true }),
    sort: 'updatedAt',
    limit: pageSize,
  };
  let [from, offset, seen] = [new Date(start).toISOString(), 0, new Set<string>()];
  for (;;) {
    const page = await read({ ...asked, updatedSince: from, offset });
    let hasNew = false;
    for (const row of page.items as ChangedRow[]) {
      if (timeOf(row) > from) [from, seen] = [timeOf(row), new Set()];
      else if (seen.has(row.id)) continue;
      seen.add(row.id);
      hasNew = true;
      yield changeOf(row);
    }
    if (!page.hasMore) return;
    // Many rows can have one time. A page begins with rows that were read, because some may have left meanwhile.
    offset = hasNew ? Math.max(0, seen.size - page.limit / 2) : offset + page.items.length;
  }
}

/** Builds the iterators that accompany the method of a list. */
export function iteratorsOf(operation: Operation, call: (values: readonly unknown[]) => Promise<unknown>) {
  const count = operation.path.split('{').length - 1;
  const walk = (values: readonly unknown[]) => {
    const [query, options] = [values[count], values[count + 1]] as [QueryValues?, CallOptions?];
    const read: ReadPage = async (asked) =>
      (await call([...values.slice(0, count), asked, options])) as Page<unknown>;
    return { read, query: query ?? {} };
  };
  return {
    iterate: (...values: unknown[]) => {
      const { read, query } = walk(values);
      return operation.has('c') ? walkByCreation(read, query) : walkByOffset(read, query);
    },
    changes: (...values: unknown[]) => {
      const { read, query } = walk(values);
      return walkChanges(read, query, operation.has('d'));
    },
  };
}
