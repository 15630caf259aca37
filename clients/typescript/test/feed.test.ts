import { expect, test } from 'vitest';
import { GoneError, type FeedEvent } from '../src/index.ts';
import { problem, type SeenRequest } from './scripted-server.ts';
import { useAdmin } from './use-server.ts';

const eventOf = (number: number) => ({
  id: `ev_${number}`,
  type: 'door.opened',
  cursor: `c${number}`,
  data: {},
});

/** Answers a feed of six events, two at a time. Cursors before the first kept event are gone. */
function feedFrom(firstKept: number, { query }: SeenRequest) {
  const after = query.get('after');
  const last = after === null ? firstKept - 1 : Number(after.slice(1));
  if (last < firstKept - 1) return problem(410, 'cursor_expired');
  const events = [last + 1, last + 2].filter((number) => number <= 6).map(eventOf);
  return { body: { events, nextCursor: `c${last + events.length}` } };
}

/** Takes the first events of an endless walk. */
async function take(walk: AsyncIterable<FeedEvent>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of walk) {
    ids.push(id);
    if (ids.length === count) break;
  }
  return ids;
}

test('the feed continues after a cursor, and waits for new events', async () => {
  const { client, server } = await useAdmin((request) => feedFrom(1, request));
  expect(await take(client.events.follow({ after: 'c2', types: ['door.opened', 'door.denied'] }), 4)).toEqual(
    ['ev_3', 'ev_4', 'ev_5', 'ev_6'],
  );
  expect(server.requests.map(({ query }) => query.get('after'))).toEqual(['c2', 'c4']);
  expect(server.requests[0]?.query.get('wait')).toBe('25');
  expect(server.requests[0]?.query.get('types')).toBe('door.opened,door.denied');
});

test('an expired cursor is thrown without onGap', async () => {
  const { client } = await useAdmin((request) => feedFrom(5, request));
  await expect(take(client.events.follow({ after: 'c1' }), 1)).rejects.toBeInstanceOf(GoneError);
});

test('after onGap the feed continues with the oldest kept event', async () => {
  const gaps: string[] = [];
  const { client } = await useAdmin((request) => feedFrom(5, request));
  const onGap = async ({ code }: GoneError) => void gaps.push(code);
  expect(await take(client.events.follow({ after: 'c1', onGap }), 2)).toEqual(['ev_5', 'ev_6']);
  expect(gaps).toEqual(['cursor_expired']);
});

test('an aborted signal ends the walk with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('The worker stops.');
  const { client } = await useAdmin((request, index) => {
    if (index === 0) return feedFrom(1, request);
    controller.abort(reason);
    return { silent: true };
  });
  await expect(take(client.events.follow({ signal: controller.signal }), 9)).rejects.toBe(reason);
});
