import type { ListAnswer, PageQuery } from './use-list.ts';

const pageSize = 200;

/** Most rows on one page. */
const mostRows = 2000;

/** Reads a list page by page, up to 2,000 rows. `total` counts all its rows. */
export async function readAll<Row>(load: (page: PageQuery) => Promise<ListAnswer<Row>>) {
  const rows: Row[] = [];
  let total = 0;
  do {
    const page = await load({ limit: pageSize, offset: rows.length });
    rows.push(...page.rows);
    total = page.total;
    if (page.rows.length === 0) break;
  } while (rows.length < Math.min(total, mostRows));
  return { rows, total };
}
