import { newId } from '@pas/shared/ids/id';
import { PublicEventModel } from '@pas/shared/models/public-event';
import { expect, test } from 'vitest';
import { positionBefore } from '../src/webhooks/position-before.ts';
import { startAdmin } from './admin-harness.ts';
import { countStatements } from './count-statements.ts';
import { publicEventRow } from './webhook-rows.ts';

await startAdmin();

const minuteMs = 60_000;
const end = Date.now();

/** Adds events, one a minute, of which the last has happened now. Every seventh was stored two hours late. */
async function addHistory(count: number): Promise<string> {
  const tenantId = newId('tenant');
  const events = Array.from({ length: count }, (_, at) => {
    const createdAt = new Date(end - (count - 1 - at) * minuteMs);
    const occurredAt = new Date(createdAt.getTime() - (at % 7 === 0 ? 120 * minuteMs : 0));
    return publicEventRow(tenantId, { seq: 41 + at, createdAt, occurredAt });
  });
  await PublicEventModel.insertMany(events);
  return tenantId;
}

test('a recovery begins at most 500 events before its first one, after few reads of a long history', async () => {
  const tenantId = await addHistory(5000);
  for (const minutes of [-1, 0, 1, 777, 4000, 4999, 6000]) {
    const since = new Date(end - minutes * minuteMs);
    const { answer: position, count } = await countStatements(() => positionBefore({ tenantId }, since));
    const first = await PublicEventModel.findOne({ tenantId, occurredAt: { $gte: since } })
      .sort({ seq: 1 })
      .lean();
    const due = first?.seq ?? 41 + 5000;
    expect(position).toBeLessThan(due);
    expect(position).toBeGreaterThanOrEqual(Math.max(40, due - 502));
    expect(count).toBeLessThanOrEqual(7);
  }
});

test('a recovery of a tenant without events begins at the first one to come', async () => {
  expect(await positionBefore({ tenantId: newId('tenant') }, new Date())).toBe(0);
});
