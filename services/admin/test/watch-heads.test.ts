import { withTimeLeft } from '@pas/platform/deadline/deadline';
import { newId } from '@pas/shared/ids/id';
import { PublicEventHeadModel } from '@pas/shared/models/public-event-head';
import { useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';
import { watchHeads } from '../src/resources/events/watch-heads.ts';

await useDatabases();

test('those who wait together are told, although the time of the first one’s request is over', async () => {
  const heads = watchHeads();
  const tenantId = newId('tenant');
  const never = AbortSignal.timeout(30_000);
  const waits = [withTimeLeft(-1, () => heads.past(tenantId, 0, never)), heads.past(tenantId, 0, never)];
  await PublicEventHeadModel.insertMany([{ _id: tenantId, seq: 1 }]);
  await Promise.all(waits);
  expect(never.aborted).toBe(false);
});
