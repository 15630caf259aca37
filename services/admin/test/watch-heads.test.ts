import { withTimeLeft } from '@pas/platform/deadline/deadline';
import { newId } from '@pas/shared/ids/id';
import { PublicEventHeadModel } from '@pas/shared/models/public-event-head';
import { useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';
import { watchHeads } from '../src/resources/events/watch-heads.ts';

await useDatabases();

test('all waiting clients are notified, also after the first request’s deadline', async () => {
  const heads = watchHeads();
  const tenantId = newId('tenant');
  const never = AbortSignal.timeout(120_000);
  const waits = [withTimeLeft(-1, () => heads.past(tenantId, 0, never)), heads.past(tenantId, 0, never)];
  await PublicEventHeadModel.insertMany([{ _id: tenantId, seq: 1 }]);
  await Promise.all(waits);
  expect(never.aborted).toBe(false);
});

test('after notifying many clients, only their tenant’s next events are gathered', async () => {
  const heads = watchHeads();
  const [busy, calm] = [newId('tenant'), newId('tenant')];
  const never = AbortSignal.timeout(120_000);
  const crowd = Array.from({ length: 100 }, () => heads.past(busy, 0, never));
  const alone = heads.past(calm, 0, never);
  await PublicEventHeadModel.insertMany([busy, calm].map((_id) => ({ _id, seq: 1 })));
  const told = await Promise.all([...crowd, alone]);
  expect(told.map((head) => head?.seq)).toEqual(told.map(() => 1));
  expect([heads.isPaused(busy), heads.isPaused(newId('tenant'))]).toEqual([true, false]);
  const next = [heads.past(busy, 1, never), heads.past(calm, 1, never)];
  await PublicEventHeadModel.updateMany({ _id: { $in: [busy, calm] } }, { $set: { seq: 2 } });
  const order: string[] = [];
  await Promise.all(next.map(async (wait, index) => order.push(`${index} ${(await wait)?.seq}`)));
  expect(order).toEqual(['1 2', '0 2']);
});
