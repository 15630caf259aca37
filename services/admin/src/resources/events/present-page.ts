import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { timestamp } from '@pas/platform/http/timestamp';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { PublicEventRow } from '@pas/shared/models/public-event';
import { loadEventData } from '../../public-events/load-event-data.ts';
import type { PublicEventData } from '../../public-events/public-event.schema.ts';
import { encodeCursor } from './feed-cursor.ts';
import type { FeedPage } from './read-events.ts';

/** A page of the feed in its API form. */
interface PresentedPage {
  events: {
    id: string;
    type: PublicEventRow['type'];
    timestamp: string;
    data: PublicEventData;
    cursor: string;
  }[];
  nextCursor: string;
}

async function presentPage(ctx: OperationContext, { rows, next }: FeedPage): Promise<PresentedPage> {
  const dataOf = await loadEventData(ctx, rows);
  const events = rows.map((row) => ({
    id: row._id,
    type: row.type,
    timestamp: timestamp(row.occurredAt),
    data: dataOf(row),
    cursor: encodeCursor({ seq: row.seq, at: row.createdAt, restore: next.restore }),
  }));
  return { events, nextCursor: encodeCursor(next) };
}

/** Presents pages with their events' data. A page that several requests share is presented once. */
export function createPresenter(): (ctx: OperationContext, page: FeedPage) => Promise<PresentedPage> {
  const presented = new WeakMap<readonly PublicEventRow[], Promise<PresentedPage>>();
  return async (ctx, page) => {
    const known = presented.get(page.rows) ?? withoutDeadline(async () => presentPage(ctx, page));
    presented.set(page.rows, known);
    return known;
  };
}
