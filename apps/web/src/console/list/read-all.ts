import type { ListAnswer, PageQuery } from './use-list.ts';

const pageSize = 200;

/** The maximum number of rows on one page. */
const maxRows = 2000;

/**
 * Reads a list page by page, up to 2,000 rows: the first page, then the others concurrently. `total` counts all its
 * rows.
 */
export async function readAll<Row>(load: (page: PageQuery) => Promise<ListAnswer<Row>>) {
  const first = await load({ limit: pageSize, offset: 0 });
  const left = Math.max(0, Math.min(first.total, maxRows) - pageSize);
  const offsets = Array.from({ length: Math.ceil(left / pageSize) }, (_, index) => (index + 1) * pageSize);
  const others = await Promise.all(offsets.map((offset) => load({ limit: pageSize, offset })));
  return { rows: [first, ...others].flatMap(({ rows }) => rows), total: first.total };
}
