import { createEnvelope } from '@pas/platform/events/envelope';
import type { NewEvent } from '@pas/shared/events/catalogue';
import { newId } from '@pas/shared/ids/id';
import { PublicEventHeadModel } from '@pas/shared/models/public-event-head';
import { PublicEventModel } from '@pas/shared/models/public-event';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { UserModel } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { residenceIn, userRow } from '@pas/testing/rows';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sequenceEvents } from '../src/public-events/sequence-events.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';

interface FeedEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, Record<string, unknown> | null>;
  cursor: string;
}
interface Feed {
  events: FeedEvent[];
  nextCursor: string;
}

const path = '/api/admin/events';

describe('GET /api/admin/events', () => {
  let admin: ServiceHarness;
  let as: Principal;
  let tenantId: string;

  beforeAll(async () => {
    admin = await startAdmin();
  });
  beforeEach(async () => {
    as = await newTenantCaller();
    tenantId = as.tenantId ?? '';
  });

  const read = (query = '', caller = as) => admin.call<Feed>('GET', `${path}${query}`, { as: caller });
  const envelope = ({ type, subject, data }: Omit<NewEvent, 'tenantId'>) =>
    createEnvelope({ type, subject, data, tenantId }, 'admin', new Date());

  /** Moves a resident into a unit of a property, as a bus event. */
  async function movedIn(propertyId = newId('property'), fields: object = {}) {
    const place = { id: newId('unit'), propertyId };
    const user = userRow(tenantId, { residences: [residenceIn(place)], ...fields });
    await UserModel.insertMany([user]);
    const event = envelope({
      type: 'pas.v1.onboarding.residence.started',
      subject: user._id,
      data: {
        aggregateVersion: 1,
        userId: user._id,
        residenceId: newId('residence'),
        propertyId,
        unitId: place.id,
        inviteId: null,
      },
    });
    return { event, user };
  }
  const sequence = async (...events: ReturnType<typeof envelope>[]) =>
    sequenceEvents({ tenantId, events, followers: [] });

  test('200 shows an event with its entity as GET shows it', async () => {
    const { event, user } = await movedIn();
    await sequence(event);
    const { status, body } = await read();
    const shown = await admin.call<{ user: object }>('GET', `/api/admin/users/${user._id}`, { as });
    const [{ cursor, ...first } = { cursor: '' }] = body.events;
    expect([status, first, body.nextCursor.length]).toEqual([
      200,
      { id: event.id, type: 'resident.moved_in', timestamp: event.time, data: { user: shown.body.user } },
      cursor.length,
    ]);
  });

  test('200 shows an invite without its token, also to callers that may see tokens', async () => {
    const property = await addProperty(admin, as);
    const unit = await addUnit(admin, as, property.id);
    const body = { unitId: unit.id, inviteeEmail: 'guest@example.test' };
    const made = await admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', { as, body });
    const { id: inviteId, token } = made.body.invite;
    await sequence(
      envelope({
        type: 'pas.v1.onboarding.invite.created',
        subject: inviteId,
        data: { aggregateVersion: 1, inviteId, propertyId: property.id, unitId: unit.id },
      }),
    );
    const { body: feed } = await read();
    expect(feed.events[0]?.data['invite']).toMatchObject({ id: inviteId, token: null, inviteUrl: null });
    expect(JSON.stringify(feed)).not.toContain(token);
  });

  test('200 leaves out a revoked invite: it has not expired', async () => {
    const ids = { inviteId: newId('invite'), propertyId: newId('property'), unitId: newId('unit') };
    const expired = (reason: 'TTL' | 'REVOKED') =>
      envelope({
        type: 'pas.v1.onboarding.invite.expired',
        subject: ids.inviteId,
        data: { aggregateVersion: 1, ...ids, reason },
      });
    await sequence(expired('REVOKED'), expired('TTL'));
    const { body } = await read();
    expect(body.events.map(({ type, data }) => [type, data])).toEqual([['invite.expired', { invite: null }]]);
  });

  test('200 continues after a cursor, page by page, and ends with an empty page', async () => {
    const moves = await Promise.all(Array.from({ length: 5 }, async () => movedIn()));
    await sequence(...moves.map(({ event }) => event));
    const ids: string[] = [];
    let after = '';
    for (const count of [2, 2, 1, 0]) {
      const { body } = await read(`?limit=2${after}`);
      expect(body.events).toHaveLength(count);
      ids.push(...body.events.map(({ id }) => id));
      after = `&after=${body.nextCursor}`;
    }
    expect(ids).toEqual(moves.map(({ event }) => event.id));
    const { event } = await movedIn();
    await sequence(event);
    expect((await read(`?limit=2${after}`)).body.events.map(({ id }) => id)).toEqual([event.id]);
  });

  test('200 starts with the newest events on request, and continues after them', async () => {
    const moves = await Promise.all(Array.from({ length: 5 }, async () => movedIn()));
    await sequence(...moves.map(({ event }) => event));
    const { body } = await read('?newest=true&limit=2');
    expect(body.events.map(({ id }) => id)).toEqual(moves.slice(3).map(({ event }) => event.id));
    const { event, user } = await movedIn();
    await sequence(event);
    const next = await read(`?newest=true&after=${body.nextCursor}`);
    expect(next.body.events.map(({ id }) => id)).toEqual([event.id]);
    const [own] = user.residences;
    const restricted = { ...as, propertyIds: [own?.propertyId ?? ''] };
    expect((await read('?newest=true', restricted)).body.events.map(({ id }) => id)).toEqual([event.id]);
  });

  test('200 gives each event one position, also after concurrent and repeated sequencing', async () => {
    const events = (await Promise.all(Array.from({ length: 40 }, async () => movedIn()))).map(
      (each) => each.event,
    );
    const batches = [events.slice(0, 20), events.slice(10, 30), events.slice(20), events];
    await Promise.all(batches.map((batch) => sequence(...batch)));
    const rows = await PublicEventModel.find({ tenantId }).sort({ seq: 1 }).lean();
    expect(rows.map(({ seq }) => seq)).toEqual(events.map((_event, at) => at + 1));
    expect(new Set(rows.map(({ _id }) => _id))).toEqual(new Set(events.map(({ id }) => id)));
  });

  test('200 never adds an event before a cursor', async () => {
    const moves = await Promise.all(Array.from({ length: 45 }, async () => movedIn()));
    // As the workers of three replicas, of which each has one batch of a tenant under way.
    const write = async (from: number): Promise<void> => {
      for (const { event } of moves.slice(from, from + 15)) await sequence(event);
    };
    const writing = Promise.all([write(0), write(15), write(30)]);
    const seen: string[] = [];
    let after = '';
    while (seen.length < moves.length) {
      const { body } = await read(`?limit=7${after}&wait=5`);
      seen.push(...body.events.map(({ id }) => id));
      after = `&after=${body.nextCursor}`;
    }
    await writing;
    const rows = await PublicEventModel.find({ tenantId }).sort({ seq: 1 }).lean();
    expect(seen).toEqual(rows.map(({ _id }) => _id));
  });

  test('200 answers a waiting caller at the next event', async () => {
    const { body: first } = await read();
    const { event } = await movedIn();
    const waiting = Array.from({ length: 50 }, async () => read(`?after=${first.nextCursor}&wait=20`));
    await sequence(event);
    const answers = await Promise.all(waiting);
    expect(answers.map(({ body }) => body.events.map(({ id }) => id))).toEqual(waiting.map(() => [event.id]));
  });

  test('200 ends a wait without an event with an empty page and a cursor', async () => {
    await sequence((await movedIn()).event);
    const { body: first } = await read();
    const { status, body } = await read(`?after=${first.nextCursor}&wait=1`);
    expect([status, body]).toEqual([200, { events: [], nextCursor: first.nextCursor }]);
  });

  test('the store removes events and attempts after 30 days', () => {
    for (const model of [PublicEventModel, WebhookAttemptModel]) {
      const ends = model.schema.indexes().filter(([, options]) => options.expireAfterSeconds !== undefined);
      expect(ends).toMatchObject([[{ createdAt: 1 }, { expireAfterSeconds: 30 * 24 * 3600 }]]);
    }
  });

  test('200 shows a caller its readable types, within its properties', async () => {
    const [here, there] = [await movedIn('prop_01kb3rt9d5e0p8m6q2v7x4hzja'), await movedIn()];
    await sequence(here.event, there.event);
    const restricted = { ...as, propertyIds: ['prop_01kb3rt9d5e0p8m6q2v7x4hzja'] };
    const idsOf = async (caller: Principal) => (await read('', caller)).body.events.map(({ id }) => id);
    expect(await idsOf(restricted)).toEqual([here.event.id]);
    expect(await idsOf({ ...as, scopes: ['events:read', 'users:read'] })).toHaveLength(2);
    expect(await idsOf({ ...as, scopes: ['events:read', 'units:read'] })).toEqual([]);
  });

  test('200 shows nothing of another tenant', async () => {
    await sequence((await movedIn()).event);
    expect((await read('', await newTenantCaller())).body.events).toEqual([]);
  });

  test('200 filters by type', async () => {
    await sequence((await movedIn()).event);
    expect((await read('?types=door.opened,door.denied')).body.events).toEqual([]);
    expect((await read('?types=resident.moved_in')).body.events).toHaveLength(1);
  });

  test('403 for a type whose read scope the caller lacks', async () => {
    const caller = { ...as, scopes: ['events:read'] };
    const { status, headers } = await read('?types=door.opened', caller);
    expect([status, headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('access-events:read'),
    ]);
  });

  test('410 for a cursor with removed later events, and 200 for an old one without', async () => {
    const [first, second] = [await movedIn(), await movedIn()];
    await sequence(first.event);
    await sequence(second.event);
    const old = (seq: number) =>
      Buffer.from(`1.${seq}.${Math.floor(Date.now() / 86_400_000) - 31}`).toString('base64url');
    expect((await read(`?after=${old(1)}`)).body.events.map(({ id }) => id)).toEqual([second.event.id]);
    await PublicEventModel.deleteOne({ tenantId, _id: first.event.id });
    expect((await read(`?after=${old(0)}`)).body).toMatchObject({ code: 'cursor_expired' });
    expect((await read(`?after=${old(2)}`)).status).toBe(200);
    await PublicEventHeadModel.updateOne({ _id: tenantId }, { $set: { seq: 1 } });
    expect((await read(`?after=${old(2)}`)).status).toBe(410);
  });

  test.each(['after=x', 'after=MS4xLjE9', 'types=door.opend', 'types=', 'wait=26', 'limit=0', 'offset=1'])(
    '422 for %s',
    async (query) => {
      expect((await read(`?${query}`)).status).toBe(422);
    },
  );
});
