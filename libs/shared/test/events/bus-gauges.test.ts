import { observeConsumer } from '@pas/platform/events/consumer-gauges';
import { observeDeadLetters } from '@pas/platform/events/dead-letter-gauge';
import { OutboxModel } from '@pas/platform/events/outbox';
import { observeOutboxes } from '@pas/platform/events/outbox-gauges';
import { readMetric } from '@pas/testing/read-metric';
import { beforeEach, expect, test } from 'vitest';
import {
  declareConsumer,
  environment,
  labels,
  useEventHarness,
  uniqueName,
  writeEvents,
} from './event-harness.ts';

const harness = await useEventHarness();
beforeEach(() => harness.databases.clear());

test('the backlog of an outbox has a size and an age, only for its own environment', async () => {
  await writeEvents(labels('waiting', 3));
  await writeEvents(['elsewhere'], { environment: 'OTHER' });
  const hourAgo = new Date(Date.now() - 3_600_000);
  // The bus has refused the oldest event, so it is due last.
  await OutboxModel.collection.updateOne(
    { environment },
    { $set: { createdAt: hourAgo, lockUntil: new Date(Date.now() + 60_000) } },
  );
  const gauges = observeOutboxes({ outboxes: [OutboxModel], environment });
  expect(await readMetric('outbox_waiting_events', { outbox: 'Outbox' })).toBe(3);
  const age = await readMetric('outbox_oldest_event_age_seconds', { outbox: 'Outbox' });
  expect(age).toBeGreaterThanOrEqual(3600);
  gauges.stop();
  expect(await readMetric('outbox_waiting_events', { outbox: 'Outbox' })).toBeUndefined();
});

test('an empty outbox has the age 0', async () => {
  const gauges = observeOutboxes({ outboxes: [OutboxModel], environment });
  expect(await readMetric('outbox_waiting_events', { outbox: 'Outbox' })).toBe(0);
  expect(await readMetric('outbox_oldest_event_age_seconds', { outbox: 'Outbox' })).toBe(0);
  gauges.stop();
});

test('the backlog is read with the index of the sweeper', async () => {
  await writeEvents(labels('explained', 3));
  const plan = await OutboxModel.aggregate([
    { $match: { environment, state: 'new' } },
    { $limit: 10 },
  ]).explain();
  expect(JSON.stringify(plan)).toContain('environment_1_lockUntil_1__id_1');
});

test('the messages that a consumer has not fetched are pending', async () => {
  const durable = uniqueName('lagging');
  const subjects = ['pas.v1.onboarding.invite.revoked'];
  await declareConsumer(harness.bus, { stream: 'ONBOARDING', durable, subjects });
  for (const msgId of labels('lag', 5)) await harness.bus.publish(subjects[0] as string, '{}', { msgId });
  const gauges = observeConsumer(await harness.bus.consumer('ONBOARDING', durable), durable);
  expect(await readMetric('consumer_pending_messages', { durable })).toBe(5);
  expect(await readMetric('consumer_unacknowledged_messages', { durable })).toBe(0);
  expect(await readMetric('consumer_redelivered_messages', { durable })).toBe(0);
  gauges.stop();
  expect(await readMetric('consumer_pending_messages', { durable })).toBeUndefined();
});

test('dead letters are counted by consumer, also as 0, and those of a removed consumer', async () => {
  for (const msgId of labels('dead', 2)) await harness.bus.publish('pas.dlq.some', '{}', { msgId });
  const removed = uniqueName('removed');
  await harness.bus.publish(`pas.dlq.${removed}`, '{}', { msgId: removed });
  const gauges = observeDeadLetters(harness.bus, ['some', 'none']);
  expect(await readMetric('dead_letters', { durable: 'some' })).toBe(2);
  expect(await readMetric('dead_letters', { durable: 'none' })).toBe(0);
  expect(await readMetric('dead_letters', { durable: removed })).toBe(1);
  gauges.stop();
});
