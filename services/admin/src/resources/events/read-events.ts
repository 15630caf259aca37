import type { OperationContext } from '@pas/shared/context/operation-context';
import { gone } from '@pas/shared/errors/raise';
import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { publicEventDays, PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';
import {
  PublicEventHeadModel,
  type EventRestore,
  type PublicEventHeadRow,
} from '@pas/shared/models/public-event-head';
import { readableTypes, requireReadableTypes, withinProperties } from '../../public-events/visible-events.ts';
import { isLost, lastRestoreOf, type FeedCursor } from './feed-cursor.ts';
import type { SharePages } from './share-pages.ts';
import type { HeadWatch } from './watch-heads.ts';

const keptMs = publicEventDays * 24 * 3_600_000;

/** Timeout of a read, in milliseconds. */
const maxTimeMS = 5000;

/**
 * Maximum events that one statement scans for a caller restricted to some properties. It reads and skips
 * events of other properties.
 */
const maxPassed = 20_000;

interface EventQuery {
  after: FeedCursor | null;
  types: readonly PublicEventType[] | undefined;
  limit: number;
  /** Whether a read without a cursor starts with the newest events; else it starts with the oldest. */
  newest?: boolean | undefined;
}

/** A page of the feed; a row's own cursor is `{ seq, at: createdAt }`. */
export interface FeedPage {
  rows: PublicEventRow[];
  next: FeedCursor;
}

/** The position of the newest event, with the restores of the tenant's events. */
interface Head extends FeedCursor {
  restores: readonly EventRestore[];
}

/**
 * Reads the position of a tenant's newest event. Its time precedes the read, so that no later event had been
 * removed.
 */
async function readHead(tenantId: string): Promise<Head> {
  const at = new Date();
  const row = await PublicEventHeadModel.findById(tenantId).lean<PublicEventHeadRow>();
  return { seq: row?.seq ?? 0, at, restore: lastRestoreOf(row), restores: row?.restores ?? [] };
}

const lost = (): Error =>
  gone(
    'cursor_expired',
    'A restore from a backup has lost events before this cursor. Read the resources that you keep anew, then read the feed without `after`.',
  );

/** @throws gone (`cursor_expired`) where events after the cursor may have been removed, or the cursor is lost */
async function requireKept(
  { tenantId, now }: OperationContext,
  after: FeedCursor,
  { seq: head, restores }: Head,
): Promise<void> {
  if (isLost(after, restores)) throw lost();
  const isFresh = now.getTime() - after.at.getTime() < keptMs;
  if (after.seq === head || (isFresh && after.seq < head)) return;
  const oldest = await PublicEventModel.findOne({ tenantId, type: { $in: [...publicEventTypes] } })
    .sort({ seq: 1 })
    .maxTimeMS(maxTimeMS)
    .lean<PublicEventRow>();
  if (after.seq < head && oldest && oldest.seq <= after.seq + 1) return;
  throw gone(
    'cursor_expired',
    `Events are kept for ${publicEventDays} days, and some after this cursor have been removed. Read the resources that you keep anew, then read the feed without \`after\`.`,
  );
}

/** Reads the visible events between two positions. */
async function readBetween(
  { tenantId, principal }: OperationContext,
  { types, limit }: { types: readonly PublicEventType[]; limit: number },
  [from, to]: readonly [number, number],
): Promise<PublicEventRow[]> {
  return PublicEventModel.find({
    tenantId,
    type: { $in: [...types] },
    seq: { $gt: from, $lte: to },
    ...withinProperties(principal.propertyIds),
  })
    .sort({ seq: 1 })
    .limit(limit)
    .maxTimeMS(maxTimeMS)
    .lean<PublicEventRow[]>();
}

/** Start of a read, with its filters. */
interface PageRequest {
  types: readonly PublicEventType[];
  limit: number;
  from: FeedCursor;
  head: FeedCursor;
}

/** A page, and whether it ends at the tenant's newest event. */
export interface ReadPage extends FeedPage {
  isAtHead: boolean;
}

/** Reads one page: up to the newest event, or to the scan limit of one statement. */
async function readPage(ctx: OperationContext, { types, limit, from, head }: PageRequest): Promise<ReadPage> {
  const { propertyIds } = ctx.principal;
  const to = propertyIds === null ? head.seq : Math.min(head.seq, from.seq + maxPassed);
  const rows = to > from.seq ? await readBetween(ctx, { types, limit }, [from.seq, to]) : [];
  const last = rows.at(-1);
  if (last && rows.length === limit)
    return { rows, next: { seq: last.seq, at: last.createdAt, restore: head.restore }, isAtHead: false };
  if (to === head.seq) return { rows, next: head, isAtHead: true };
  return { rows, next: { seq: to, at: last?.createdAt ?? from.at, restore: head.restore }, isAtHead: false };
}

/** Reads the newest events, in order, with a cursor that continues after them. */
async function readNewest(
  { tenantId, principal }: OperationContext,
  { types, limit, head }: Omit<PageRequest, 'from'>,
): Promise<FeedPage> {
  const isRestricted = principal.propertyIds !== null;
  const rows = await PublicEventModel.find({
    tenantId,
    type: { $in: [...types] },
    seq: { $gt: isRestricted ? head.seq - maxPassed : 0, $lte: head.seq },
    ...withinProperties(principal.propertyIds),
  })
    .sort({ seq: -1 })
    .limit(limit)
    .maxTimeMS(maxTimeMS)
    .lean<PublicEventRow[]>();
  return { rows: rows.toReversed(), next: head };
}

/** Dependencies of a waiting request. */
interface WaitDependencies {
  watch: HeadWatch;
  share: SharePages<ReadPage>;
  signal: AbortSignal;
}

/**
 * Waits until the events of a busy tenant are gathered. A client that is a whole page behind continues at
 * once.
 *
 * @returns the position of the newest event
 */
async function afterPause(
  { tenantId }: OperationContext,
  { after, limit, head }: { after: FeedCursor; limit: number; head: FeedCursor },
  { watch, signal }: Pick<WaitDependencies, 'watch' | 'signal'>,
): Promise<FeedCursor> {
  if (head.seq - after.seq >= limit || !watch.isPaused(tenantId)) return head;
  return (await watch.past(tenantId, after.seq, signal)) ?? head;
}

/**
 * Reads the events after a cursor that the caller may see. Without any, it waits for one until the signal
 * aborts.
 *
 * @throws forbidden for types whose entities the caller may not read; gone (`cursor_expired`)
 */
export async function readEvents(
  ctx: OperationContext,
  { after, types: asked, limit, newest = false }: EventQuery,
  { watch, share, signal }: WaitDependencies,
): Promise<FeedPage> {
  const { principal, tenantId, now } = ctx;
  if (asked) requireReadableTypes(principal, asked);
  const types = asked ?? readableTypes(principal);
  const end = await readHead(tenantId);
  let head: FeedCursor = end;
  if (after) {
    await requireKept(ctx, after, end);
    head = await afterPause(ctx, { after, limit, head }, { watch, signal });
  } else if (newest) return readNewest(ctx, { types, limit, head });
  let from: FeedCursor = after ?? { seq: 0, at: now, restore: head.restore };
  for (;;) {
    const reading = { types, limit, from, head };
    const place = [types.join(), limit, from.seq, head.seq];
    const { rows, next, isAtHead } = await share(ctx, place, async () => readPage(ctx, reading));
    if (rows.length > 0 || signal.aborted) return { rows, next };
    from = next;
    const moved = isAtHead ? await watch.past(tenantId, next.seq, signal) : head;
    if (moved === null) return { rows, next };
    head = moved;
  }
}
