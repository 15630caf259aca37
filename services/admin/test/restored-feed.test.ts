import { newId } from '@pas/shared/ids/id';
import { PublicEventHeadModel } from '@pas/shared/models/public-event-head';
import { PublicEventModel } from '@pas/shared/models/public-event';
import { expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';

interface Feed {
  events: { cursor: string }[];
  nextCursor: string;
  code?: string;
}

const admin = await startAdmin();

test('410 for cursors after the end of a restored backup, and 200 for those at it and for later ones', async () => {
  const as = await newTenantCaller();
  const tenantId = as.tenantId ?? '';
  const read = (after = '') =>
    admin.call<Feed>('GET', `/api/admin/events${after && `?after=${after}`}`, { as });
  const add = async (seq: number): Promise<void> => {
    const at = new Date();
    await PublicEventModel.insertMany([
      {
        _id: newId('event'),
        tenantId,
        seq,
        type: 'invite.created',
        entityId: newId('invite'),
        propertyIds: null,
        occurredAt: at,
        createdAt: at,
        correlationId: 'correlation',
      },
    ]);
    await PublicEventHeadModel.updateOne({ _id: tenantId }, { $set: { seq } }, { upsert: true });
  };
  for (const seq of [1, 2, 3]) await add(seq);
  const [, kept, lost] = (await read()).body.events.map(({ cursor }) => cursor);
  await PublicEventModel.deleteMany({ tenantId, seq: 3 });
  const restored = { seq: 2, restores: [{ id: 'mh2x9k1a', seq: 2 }] };
  await PublicEventHeadModel.updateOne({ _id: tenantId }, { $set: restored });

  for (const seq of [3, 4, 5]) {
    await add(seq);
    expect(await read(lost)).toMatchObject({ status: 410, body: { code: 'cursor_expired' } });
    const { body } = await read(kept);
    expect(body.events).toHaveLength(seq - 2);
    expect((await read(body.nextCursor)).body.events).toEqual([]);
    expect((await read(body.events.at(-1)?.cursor)).status).toBe(200);
  }
});
