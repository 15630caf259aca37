import { isDeepStrictEqual } from 'node:util';
import type { Model, QueryFilter } from 'mongoose';
import type { Page } from '../http/page.ts';
import type { WholeList } from '../http/whole-list.ts';
import { isCounted, leftOutFieldOf } from '../mongo/define-model.ts';
import { orderFieldOf } from '../mongo/derive-fields.ts';
import { openRows } from './open-rows.ts';
import { findOrderIndex, listedRowsOf } from './order-index.ts';
import { findShortCut, walkTo } from './page-map.ts';
import { readTotals } from './row-totals.ts';
import { withSearch } from './search-rows.ts';

export interface RowsPage<Row> {
  rows: Row[];
  total: number;
  limit: number;
  offset: number;
}

/** A requested page, and the selection of changed and deleted rows. */
export interface ListedPage extends Page {
  updatedSince?: Date | undefined;
  /** Only rows with these words. The model derives `searchWords`. */
  q?: string | undefined;
  /** Whether deleted rows are listed too. */
  includeDeleted?: boolean | undefined;
  /** Reads the next batch of all rows instead of a page. */
  whole?: WholeList | undefined;
  /**
   * The condition of rows that the list omits. The filter matches them, because their stored state is outdated until a
   * worker updates it. They must be few, and the condition needs its own index.
   */
  outdated?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The index for this filter. Without it the store tries several indexes for each deep page, because it remembers
   * the cost of the first page.
   */
  hint?: Readonly<Record<string, 1 | -1>> | undefined;
  /** Rows that differ from those of the filter in one field. The count includes them, then subtracts them. */
  subtracted?: SubtractedRows | undefined;
  /** Fields of the filter that its other fields imply. The count omits them, so that it needs only keys of an index. */
  impliedFields?: readonly string[] | undefined;
}

/**
 * Few rows among many, such as staff among residents. The store counts index keys much faster than rows
 * that it must read. So both kinds are counted together, and these rows are subtracted.
 */
export interface SubtractedRows {
  /** The field of the filter in which they differ. Without it, the filter matches its own rows and these, no others. */
  field: string;
  /** The condition that selects them, together with the filter's other fields. */
  filter: Readonly<Record<string, unknown>>;
}

/** Time limit of a query, in milliseconds. Its client has given up by then, and the query still holds a connection. */
const maxTimeMS = 5000;

type Filter = Record<string, unknown>;

function withChanges({ isLive, ...filter }: Filter, { updatedSince, includeDeleted }: ListedPage): Filter {
  return {
    ...filter,
    // Both values are named: an index that has `isLive` before the sort field then returns the rows in order.
    ...(isLive !== undefined && { isLive: includeDeleted === true ? { $in: [true, false] } : isLive }),
    ...(updatedSince && { updatedAt: { $gte: updatedSince } }),
  };
}

/** Returns the tenant if a filter selects exactly all of its listed rows; null otherwise. */
function wholeTenant(model: Model<never>, filter: Filter): string | null {
  const { tenantId } = filter;
  if (typeof tenantId !== 'string' || !isCounted(model.collection.name)) return null;
  const listed = Object.entries(listedRowsOf(model, tenantId));
  const isWhole = listed.length === Object.keys(filter).length;
  return isWhole && listed.every(([name, value]) => filter[name] === value) ? tenantId : null;
}

/** Whether a field is unique within a tenant, so that the order needs no id. */
function isUnique(model: Model<never>, field: string): boolean {
  return model.schema
    .indexes()
    .some(
      ([fields, { unique, partialFilterExpression }]) =>
        unique && !partialFilterExpression && Object.keys(fields).join() === `tenantId,${field}`,
    );
}

function sortOf(model: Model<never>, { sort }: Page) {
  const keys = sort.map(({ field, direction }): [string, 1 | -1] => [field, direction]);
  if (keys.some(([field]) => isUnique(model, field))) return Object.fromEntries(keys);
  return Object.fromEntries([...keys, ['_id', keys.at(-1)?.[1] ?? -1] as const]);
}

async function readPage<Row>(model: Model<never>, filter: Filter, page: ListedPage): Promise<Row[]> {
  const { offset: skip, limit, hint } = page;
  // The first batch holds the whole page. The default first batch has 101 rows.
  const options = {
    sort: sortOf(model, page),
    skip,
    limit,
    batchSize: limit,
    maxTimeMS,
    ...(hint && { hint }),
  };
  return model.find(filter as QueryFilter<never>, null, options).lean<Row[]>();
}

/** Reads a page of all listed rows. A deep page starts at the nearest row whose position is known. */
async function readWhole<Row>(model: Model<never>, tenantId: string, page: Page): Promise<RowsPage<Row>> {
  const { limit, offset } = page;
  const index = findOrderIndex(model, page.sort);
  const totals = await readTotals({ model, tenantId });
  const total = totals.rows;
  const filter = listedRowsOf(model, tenantId);
  const count = Math.min(limit, total - offset);
  const isForwards = index?.direction === page.sort[0]?.direction;
  const first = isForwards ? offset : total - offset - count;
  const slice = index && count > 0 ? { index, tenantId, first, count, totals } : null;
  const shortCut = slice && (findShortCut(model, slice) ?? (await walkTo(model, slice)));
  if (!index || !shortCut) return { rows: await readPage(model, filter, page), total, limit, offset };
  const options = {
    ...index.scan,
    ...shortCut.from,
    skip: shortCut.skip,
    limit: count,
    batchSize: count,
    maxTimeMS,
  };
  const rows = await model.find(filter as QueryFilter<never>, null, options).lean<Row[]>();
  return { rows: isForwards ? rows : rows.toReversed(), total, limit, offset };
}

/** Returns the field of a filter that selects listed rows and those that lists leave out; undefined otherwise. */
function bothStatesField(model: Model<never>, filter: Filter): string | undefined {
  const field = leftOutFieldOf(model.collection.name);
  return field !== undefined && isDeepStrictEqual(filter[field], { $in: [null, true] }) ? field : undefined;
}

/** Counts the rows of a filter. The number of all listed rows of a tenant is stored. */
async function countRows(model: Model<never>, filter: Filter): Promise<number> {
  const count = async (counted: Filter) => model.countDocuments(counted as object, { maxTimeMS });
  const field = bothStatesField(model, filter);
  const listed = field === undefined ? filter : { ...filter, [field]: null };
  const tenantId = wholeTenant(model, listed);
  if (tenantId === null) return count(filter);
  const leftOut = field === undefined ? 0 : count({ ...filter, [field]: true });
  const [totals, leftOutCount] = await Promise.all([readTotals({ model, tenantId }), leftOut]);
  return totals.rows + leftOutCount;
}

/** Counts the rows of a filter together with further rows, and subtracts those. */
async function countBySubtraction(
  model: Model<never>,
  filter: Filter,
  subtracted: SubtractedRows,
): Promise<number> {
  const { [subtracted.field]: _differs, ...both } = filter;
  const [all, further] = await Promise.all([
    countRows(model, both),
    model.countDocuments({ ...both, ...subtracted.filter } as object, { maxTimeMS }),
  ]);
  return all - further;
}

/** Counts the rows of a filter as their list does. The number of all listed rows of a tenant is stored. */
export async function countListed<Row>(model: Model<Row>, filter: QueryFilter<Row>): Promise<number> {
  return countRows(model as unknown as Model<never>, filter);
}

/** Whether a page shows the end of its list, so that its total is known without a count. */
const showsEnd = (rows: readonly unknown[], { limit, offset }: Page): boolean =>
  rows.length < limit && (rows.length > 0 || offset === 0);

/** Reads one page of the rows of a filter, and counts them unless the page shows their end. */
async function readListed<Row>(
  model: Model<never>,
  filter: Filter,
  page: ListedPage,
): Promise<RowsPage<Row>> {
  const { subtracted, impliedFields = [], limit, offset } = page;
  const tenantId = wholeTenant(model, filter);
  if (tenantId !== null) return readWhole<Row>(model, tenantId, page);
  const rows = await readPage<Row>(model, filter, page);
  if (showsEnd(rows, page)) return { rows, total: offset + rows.length, limit, offset };
  const counted = Object.fromEntries(
    Object.entries(filter).filter(([name]) => !impliedFields.includes(name)),
  );
  const total = await (subtracted
    ? countBySubtraction(model, counted, subtracted)
    : countRows(model, counted));
  return { rows, total, limit, offset };
}

/** Replaces each sort field of a client by the stored field with its order, such as a label's key. */
function withOrders<P extends Page>(model: Model<never>, page: P): P {
  const { name } = model.collection;
  return { ...page, sort: page.sort.map((key) => ({ ...key, field: orderFieldOf(name, key.field) })) };
}

/** Reads the next batch of a whole list. The first read opens it. */
async function readBatch<Row>(
  model: Model<never>,
  whole: WholeList,
  { filter, page }: { filter: Filter; page: ListedPage },
): Promise<RowsPage<Row>> {
  if (!whole.source) {
    const searched = await withSearch(model, withChanges(filter, page), page.q);
    const conditions = (searched['$and'] ?? []) as object[];
    const shown = page.outdated
      ? { ...searched, $and: [...conditions, { $nor: [page.outdated] }] }
      : searched;
    whole.source = await openRows(model, { filter: shown, sort: sortOf(model, page) });
  }
  const rows = (await whole.source.next()) as Row[];
  return { rows, total: whole.source.total, limit: page.limit, offset: page.offset };
}

/**
 * Reads one page of a tenant's rows and their total. Rows with equal sort keys are ordered by id.
 *
 * Without a filter the total is stored, and a deep page costs as much as the first one. With a filter the total is
 * counted on its index. The rows of `outdated` are counted at the same time, on their own index. If any exist, which is
 * rare, the page is read again without them.
 */
export async function listRows<Row>(
  model: Model<Row>,
  asked: QueryFilter<Row>,
  query: ListedPage,
): Promise<RowsPage<Row>> {
  const anyModel = model as unknown as Model<never>;
  const page = withOrders(anyModel, query);
  if (page.whole) return readBatch<Row>(anyModel, page.whole, { filter: asked, page });
  const filter = await withSearch(anyModel, withChanges(asked, page), page.q);
  const { outdated } = page;
  if (!outdated) return readListed<Row>(anyModel, filter, page);
  const conditions = (filter['$and'] ?? []) as object[];
  const [outdatedCount, all] = await Promise.all([
    countRows(anyModel, { ...filter, $and: [...conditions, outdated] }),
    readListed<Row>(anyModel, filter, page),
  ]);
  if (outdatedCount === 0) return all;
  const shown = { ...filter, $and: [...conditions, { $nor: [outdated] }] };
  return { ...all, rows: await readPage<Row>(anyModel, shown, page), total: all.total - outdatedCount };
}
