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

/** A row's place in the order of an index. */
interface Place {
  /** Rows behind this one: what stays the same while younger rows are put before it. */
  behind: number;
  value: unknown;
  id: string;
}

interface PageMap {
  /** What must not have changed for the places to be right. */
  epoch: string;
  /** From the start of the index to its end. */
  places: readonly Place[];
}

/** Rows between two places, and so the most that a page has to skip. */
const stride = 512;

/** Skipping fewer rows than this costs less than a map is worth. */
const minDepth = 4 * stride;

const maps = new LRUCache<string, PageMap>({ max: 64 });
const filling = new Set<string>();

/**
 * What a map depends on. New rows go to the start of an index by time of making, where they move no place; in any other
 * order they may turn up anywhere.
 */
function epochOf({ field }: OrderIndex, { rows, deletes, moves }: RowTotals): string {
  return field === 'createdAt' ? `${deletes}|${moves}` : `${rows}|${deletes}|${moves}`;
}

const keyOf = (model: Model<never>, { tenantId, index }: Slice): string =>
  `${model.collection.name}|${index.name}|${tenantId}`;

/** The place from which the slice is nearest, without going back. */
function nearestPlace({ places }: PageMap, behind: number): Place | undefined {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.behind ?? 0) >= behind) low = middle + 1;
    else high = middle;
  }
  return places[low - 1];
}

/** Clocks of two processes differ: a row just made may still get a neighbour on either side. */
const isSettled = ({ value }: Place): boolean =>
  !(value instanceof Date) || value.getTime() < Date.now() - settledMs;

/** Walks over a whole index once, at one moment of the store, and notes a place every few hundred rows. */
async function drawMap(model: Model<never>, { index, tenantId }: Slice): Promise<PageMap> {
  const session = await core.startSession({ snapshot: true });
  try {
    const totals = await readTotals({ model, tenantId }, session);
    const places: Place[] = [];
    for (let behind = totals.rows - 1; behind >= 0; behind -= stride) {
      const last = places.at(-1) ?? null;
      const step = await stepFrom(last, last ? stride : 0, { model, index, tenantId, session });
      if (!step) break;
      places.push({ ...step, behind });
    }
    return { epoch: epochOf(index, totals), places: places.filter(isSettled) };
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

/** Where a slice can be read from without walking over all rows before it. */
export interface ShortCut {
  /** Options of the query that starts the scan at a known row. */
  from: Record<string, unknown>;
  /** Rows to skip from there. */
  skip: number;
}

/**
 * Walks to a deep page over the keys of its index. Skipping its rows would read each of them, which takes ten times as
 * long and at a million longer than a list may.
 */
export async function walkTo(
  model: Model<never>,
  { index, tenantId, first }: Slice,
): Promise<ShortCut | null> {
  const step = first < minDepth ? null : await stepFrom(null, first, { model, index, tenantId });
  return step && { from: index.from(tenantId, step), skip: 0 };
}

/**
 * Finds a short cut to a deep page. The first deep page of a list walks, and has a map drawn behind the answer; those
 * after it start at the nearest known row, until a change of the order makes the map void.
 */
export function findShortCut(model: Model<never>, slice: Slice): ShortCut | null {
  const { index, tenantId, first, totals } = slice;
  if (first < minDepth) return null;
  const map = maps.get(keyOf(model, slice));
  if (map?.epoch !== epochOf(index, totals)) {
    // The map is optional: without it, pages walk the index.
    withoutDeadline(() => fillMap(model, slice)).catch(() => undefined);
    return null;
  }
  const behind = totals.rows - 1 - first;
  const place = nearestPlace(map, behind);
  return place ? { from: index.from(tenantId, place), skip: place.behind - behind } : null;
}
