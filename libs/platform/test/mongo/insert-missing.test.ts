import { newOutboxRows, OutboxModel } from '@pas/platform/events/outbox';
import { createEnvelope } from '@pas/platform/events/envelope';
import { insertMissing } from '@pas/platform/mongo/insert-missing';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';

await useDatabases(openOwnDatabases);

test('duplicates and an invalid row do not affect the other rows of the statement', async () => {
  const now = new Date();
  const event = { type: 'pas.v1.test', tenantId: 'ten_1', subject: 'x', data: { aggregateVersion: 1 } };
  const envelopes = [1, 2, 3, 4].map(() => createEnvelope(event, 'test', now));
  const rows = newOutboxRows(envelopes, { environment: 'TEST', now, lockUntil: now });
  expect(await insertMissing(OutboxModel, rows.slice(0, 2))).toEqual(['inserted', 'inserted']);
  const broken = { ...rows[3], state: 'no such state' } as never;
  const outcomes = await insertMissing(OutboxModel, [...rows.slice(0, 3), broken]);
  expect(outcomes.slice(0, 3)).toEqual(['duplicate', 'duplicate', 'inserted']);
  expect(outcomes[3]).toBeInstanceOf(Error);
  expect(await OutboxModel.countDocuments({ tenantId: 'ten_1' })).toBe(3);
});
