import { LRUCache } from 'lru-cache';
import { withoutDeadline } from '../deadline/deadline.ts';
import type { Model } from 'mongoose';
import { core } from '../mongo/connections.ts';
import { settledMs } from '../mongo/count-writes.ts';
import type { OrderIndex } from './order-index.ts';
import { readTotals, type RowTotals } from './row-totals.ts';
import { stepFrom } from './walk-index.ts';

/** A slice of a list in the order of an index. */
export interface Slice {
  index: OrderIndex;
  tenantId: string;
  /** Rows before the slice. */
  first: number;
  count: number;
  totals: RowTotals;
}

/** Position of a row in the order of an index. */
interface Position {
  /** Number of rows after this one. It stays the same when younger rows are inserted before it. */
  rowsAfter: number;
  value: unknown;
  id: string;
}

interface PageMap {
  /** Version of the order for which the positions are valid. */
  orderVersion: string;
  /** In the order of the index. */
  positions: readonly Position[];
}

/** Rows between two positions: the most rows that a page skips. */
const stride = 512;

/** The depth from which a map is worth its cost. */
const minDepth = 4 * stride;

const maps = new LRUCache<string, PageMap>({ max: 64 });
const filling = new Set<string>();

/**
 * Derives the version of an order. In an index by creation time, new rows come first and move no position. In
 * any other order, they may come anywhere.
 */
function orderVersionOf({ field }: OrderIndex, { rows, deletes, moves }: RowTotals): string {
  return field === 'createdAt' ? `${deletes}|${moves}` : `${rows}|${deletes}|${moves}`;
}

const keyOf = (model: Model<never>, { tenantId, index }: Slice): string =>
  `${model.collection.name}|${index.name}|${tenantId}`;

/** Finds the nearest position before the slice. */
function nearestPosition({ positions }: PageMap, rowsAfter: number): Position | undefined {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle]?.rowsAfter ?? 0) >= rowsAfter) low = middle + 1;
    else high = middle;
  }
  return positions[low - 1];
}

/** Whether a position is final. The clocks of processes differ, so a new row may still get a neighbour on either side. */
const isSettled = ({ value }: Position): boolean =>
  !(value instanceof Date) || value.getTime() < Date.now() - settledMs;

/** Walks a whole index once in a snapshot, and records a position every 512 rows. */
async function drawMap(model: Model<never>, { index, tenantId }: Slice): Promise<PageMap> {
  const session = await core.startSession({ snapshot: true });
  try {
    const totals = await readTotals({ model, tenantId }, session);
    const positions: Position[] = [];
    for (let rowsAfter = totals.rows - 1; rowsAfter >= 0; rowsAfter -= stride) {
      const last = positions.at(-1) ?? null;
      const step = await stepFrom(last, last ? stride : 0, { model, index, tenantId, session });
      if (!step) break;
      positions.push({ ...step, rowsAfter });
    }
    return { orderVersion: orderVersionOf(index, totals), positions: positions.filter(isSettled) };
  } finally {
    await session.endSession();
  }
}

async function fillMap(model: Model<never>, slice: Slice): Promise<void> {
  const key = keyOf(model, slice);
  if (filling.has(key)) return;
  filling.add(key);
  try {
    maps.set(key, await drawMap(model, slice));
  } finally {
    filling.delete(key);
  }
}

/** Start of a scan that skips most rows before a slice. */
export interface ShortCut {
  /** Options of the query that starts the scan at a known row. */
  from: Record<string, unknown>;
  /** Rows to skip from there. */
  skip: number;
}

/**
 * Walks to a deep page over the keys of its index. A plain skip would read each row, which takes ten times as long. At
 * a million rows it exceeds the time limit of a list.
 */
export async function walkTo(
  model: Model<never>,
  { index, tenantId, first }: Slice,
): Promise<ShortCut | null> {
  const step = first < minDepth ? null : await stepFrom(null, first, { model, index, tenantId });
  return step && { from: index.from(tenantId, step), skip: 0 };
}

/**
 * Finds a short cut to a deep page. The first deep page of a list walks the index, and a map is drawn in the
 * background. Later pages start at the nearest known row until a change of the order invalidates the map.
 */
export function findShortCut(model: Model<never>, slice: Slice): ShortCut | null {
  const { index, tenantId, first, totals } = slice;
  if (first < minDepth) return null;
  const map = maps.get(keyOf(model, slice));
  if (map?.orderVersion !== orderVersionOf(index, totals)) {
    // The map is optional: without it, pages walk the index.
    withoutDeadline(() => fillMap(model, slice)).catch(() => undefined);
    return null;
  }
  const rowsAfter = totals.rows - 1 - first;
  const position = nearestPosition(map, rowsAfter);
  return position ? { from: index.from(tenantId, position), skip: position.rowsAfter - rowsAfter } : null;
}
