import { createEnvelope } from '@pas/platform/events/envelope';
import { core } from '@pas/platform/mongo/connections';
import { newId } from '@pas/shared/ids/id';
import { UserModel } from '@pas/shared/models/user';
import { residenceIn, userRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { sequenceEvents } from '../src/public-events/sequence-events.ts';
import { newTenantCaller, startAdmin } from './admin-harness.ts';

interface Feed {
  events: { id: string }[];
  nextCursor: string;
}

const admin = await startAdmin();
const as = await newTenantCaller();
const tenantId = as.tenantId ?? '';

const read = async (query: string) =>
  (await admin.call<Feed>('GET', `/api/admin/events?${query}`, { as })).body;

/** Moves a resident in, and sequences the event. @returns its id */
async function moveIn(): Promise<string> {
  const place = { id: newId('unit'), propertyId: newId('property') };
  const user = userRow(tenantId, { residences: [residenceIn(place)] });
  await UserModel.insertMany([user]);
  const { id: unitId, propertyId } = place;
  const ids = { userId: user._id, residenceId: newId('residence'), propertyId, unitId, inviteId: null };
  const data = { aggregateVersion: 1, ...ids };
  const type = 'pas.v1.onboarding.residence.started';
  const event = createEnvelope({ type, subject: user._id, data, tenantId }, 'admin', new Date());
  await sequenceEvents({ tenantId, events: [event], followers: [] });
  return event.id;
}

/** Records the reads in the Core; reads of the head watcher are counted separately. */
function watchReads() {
  const reads: string[] = [];
  let watched = 0;
  const note = ({ command }: { command: Record<string, unknown> }): void => {
    const { find, filter, $db } = command as { find?: string; filter?: { _id?: unknown }; $db: string };
    if (find === undefined || $db !== core.name) return;
    if (find === 'public_event_heads' && typeof filter?._id !== 'string') watched += 1;
    else reads.push(find);
  };
  const client = core.getClient().on('commandStarted', note);
  return {
    isWatched: (): boolean => watched > 0,
    headsRead: (): number => reads.filter((name) => name === 'public_event_heads').length,
    end(): string[] {
      client.off('commandStarted', note);
      return reads.toSorted();
    },
  };
}

/** Cost of a page: the newest position, the events, and each kind of entity in their data. */
const onePage = ['public_event_heads', 'public_events', 'users'];

test('a page costs one read of the head, one of the events, and one of each kind of entity', async () => {
  const ids = [await moveIn(), await moveIn()];
  const readsOf = async (query: string): Promise<[Feed, string[]]> => {
    const watch = watchReads();
    const page = await read(query);
    return [page, watch.end()];
  };
  const [first, readsOfFirst] = await readsOf('limit=1');
  const [behind, readsBehind] = await readsOf(`after=${first.nextCursor}`);
  const [newest, readsOfNewest] = await readsOf('newest=true&limit=1');
  const shown = [first, behind, newest].map(({ events }) => events.map(({ id }) => id));
  expect(shown).toEqual([[ids[0]], [ids[1]], [ids[1]]]);
  expect([readsOfFirst, readsBehind, readsOfNewest]).toEqual([onePage, onePage, onePage]);
});

test('a wait for an event costs no additional read', async () => {
  const { nextCursor } = await read('newest=true');
  const watch = watchReads();
  const waiting = read(`after=${nextCursor}&wait=25`);
  await waitUntil(watch.isWatched, { what: 'the wait to begin' });
  const id = await moveIn();
  expect((await waiting).events).toMatchObject([{ id }]);
  expect(watch.end()).toEqual(onePage);
});

test('ten waiting clients share one page, and the next events are gathered for them', async () => {
  const { nextCursor } = await read('newest=true');
  const watch = watchReads();
  const waiting = Array.from({ length: 10 }, () => read(`after=${nextCursor}&wait=25`));
  const areWaiting = (): boolean => watch.headsRead() === 10 && watch.isWatched();
  await waitUntil(areWaiting, { what: 'the waits to begin' });
  const id = await moveIn();
  const pages = await Promise.all(waiting);
  expect(pages).toEqual(pages.map(() => pages[0]));
  expect(pages[0]?.events).toMatchObject([{ id }]);
  const heads = Array.from({ length: 10 }, () => 'public_event_heads');
  expect(watch.end()).toEqual([...heads, 'public_events', 'users']);
});

test('callers with different views share no page', async () => {
  const { nextCursor } = await read('newest=true');
  const restricted = { ...as, propertyIds: [newId('property')] };
  const watch = watchReads();
  const [all, none] = [as, restricted].map(async (caller) =>
    admin.call<Feed>('GET', `/api/admin/events?after=${nextCursor}&wait=2`, { as: caller }),
  );
  await waitUntil(() => watch.headsRead() === 2, { what: 'the waits to begin' });
  const id = await moveIn();
  expect((await all)?.body.events).toMatchObject([{ id }]);
  expect((await none)?.body.events).toEqual([]);
  watch.end();
});
