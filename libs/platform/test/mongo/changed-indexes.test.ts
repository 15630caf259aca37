import { OutboxModel } from '@pas/platform/events/outbox';
import { core } from '@pas/platform/mongo/connections';
import { applyIndexes, missingIndexes } from '@pas/platform/mongo/indexes';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';

await useDatabases(openOwnDatabases);

test('an index that an earlier release made with other options is recreated, and the others stay', async () => {
  const { collection } = OutboxModel;
  await collection.dropIndex('sentAt_1');
  await collection.createIndex({ sentAt: 1 }, { expireAfterSeconds: 604_800 });
  await collection.createIndex({ state: 1 });
  await applyIndexes(core);
  const indexes = await collection.listIndexes().toArray();
  expect(indexes.find(({ name }) => name === 'sentAt_1')).toMatchObject({
    partialFilterExpression: { state: 'sent', rowsOf: '' },
  });
  expect(indexes.map(({ name }) => name as string)).toContain('state_1');
  expect(await missingIndexes(core)).toEqual([]);
});
