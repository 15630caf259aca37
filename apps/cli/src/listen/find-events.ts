import type { AdminClient, FeedEvent } from '@pas/client';

/** Events of a page at most. */
const pageSize = 200;

/** Types of a read; all types that the key may read by default. */
type Types = readonly FeedEvent['type'][] | undefined;

const typesQuery = (types: Types) => (types ? { types: types.join(',') } : {});

/** Returns the position after the newest event. */
export async function readNewestCursor(client: AdminClient): Promise<string> {
  return (await client.events.list({ newest: true, limit: 1 })).nextCursor;
}

/** Returns the last events, the oldest first. */
export async function readLast(client: AdminClient, count: number, types: Types): Promise<FeedEvent[]> {
  return (await client.events.list({ newest: true, limit: count, ...typesQuery(types) })).events;
}

/** Walks over the kept events, the oldest first. */
async function* readKept(client: AdminClient, types: Types): AsyncGenerator<FeedEvent> {
  let after: string | undefined;
  for (;;) {
    const query = { limit: pageSize, ...typesQuery(types), ...(after && { after }) };
    const { events, nextCursor } = await client.events.list(query);
    yield* events;
    if (events.length === 0) return;
    after = nextCursor;
  }
}

/**
 * Finds the first event that fulfils a condition. It reads the newest page first, and all kept events if that page does
 * not reach back to the event.
 *
 * @param isBefore whether an event is older than the wanted one
 * @returns the event, and the cursor before it, null where it is the oldest kept one; null without such an event
 */
async function findFirst(
  client: AdminClient,
  {
    types,
    isBefore,
    isWanted,
  }: {
    types: Types;
    isBefore: (event: FeedEvent) => boolean;
    isWanted: (event: FeedEvent) => boolean;
  },
): Promise<{ event: FeedEvent; before: string | null } | null> {
  const newest = await readLast(client, pageSize, types);
  const reachesBack = newest.length < pageSize || (newest[0] !== undefined && isBefore(newest[0]));
  const walked = reachesBack ? newest : readKept(client, types);
  let before: string | null = null;
  for await (const event of walked) {
    if (isWanted(event)) return { event, before };
    before = event.cursor;
  }
  return null;
}

/** @returns null for an id that the feed does not have */
export async function findEvent(client: AdminClient, id: string): Promise<FeedEvent | null> {
  // Ids sort by time.
  const found = await findFirst(client, {
    types: undefined,
    isBefore: (event) => event.id < id,
    isWanted: (event) => event.id === id,
  });
  return found?.event ?? null;
}

/**
 * Finds the position of the first event since a time.
 *
 * @returns undefined for the start of the feed; the newest position when no event is that young
 */
export async function findCursorAt(
  client: AdminClient,
  since: Date,
  types: Types,
): Promise<string | undefined> {
  const newest = await readNewestCursor(client);
  const found = await findFirst(client, {
    types,
    isBefore: (event) => new Date(event.timestamp) < since,
    isWanted: (event) => new Date(event.timestamp) >= since,
  });
  return found === null ? newest : (found.before ?? undefined);
}
