import { connectBus } from '@pas/shared/events/bus';
import { leaseRows } from '@pas/shared/events/lease-rows';
import { OutboxModel } from '@pas/shared/events/outbox';
import { publishRows } from '@pas/shared/events/publish-rows';
import { startRelay, type Relay } from '@pas/shared/events/relay';
import { waitUntil } from '@pas/shared/testing/wait-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  allSent,
  connected,
  environment,
  idsInStream,
  labels,
  log,
  startEventHarness,
  writeEvents,
  type EventHarness,
} from './event-harness.ts';

describe('the relay', () => {
  let harness: EventHarness;
  let relays: Relay[];
  const outbox = OutboxModel;

  beforeAll(async () => {
    harness = await startEventHarness(inject('mongoUrl'));
  });
  afterAll(() => harness.stop());
  beforeEach(() => {
    relays = [];
  });
  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.stop()));
    await harness.databases.clear();
  });

  test('publishes what a commit wrote, and notes it as sent', async () => {
    relay();
    const [event] = await writeEvents(['one']);
    await allSent();
    expect(await idsInStream(harness.bus)).toContain(event?.id);
    expect(await outbox.findById(event?.id).lean()).toMatchObject({ state: 'sent', leaseId: null });
  });

  test('publishes within a poll when the change stream tells it nothing', async () => {
    const written = await writeEvents(['before the start']);
    relay();
    await allSent(2000);
    expect(await idsInStream(harness.bus)).toContain(written[0]?.id);
  });

  test('stores an event once whose relay died between publishing and noting it', async () => {
    const [event] = await writeEvents(['one']);
    const lease = await leaseRows({ outbox, environment }, 100);
    await publishRows(harness.bus, lease);
    // Here it dies. Its lease keeps the event from others for three seconds.
    relay();
    await allSent();
    expect((await idsInStream(harness.bus)).filter((id) => id === event?.id)).toHaveLength(1);
  });

  test('two of them store each event once', async () => {
    relay();
    relay();
    const batches = await Promise.all(labels('batch', 20).map((name) => writeEvents(labels(name, 25))));
    const written = batches.flat().map(({ id }) => id);
    await allSent();
    const stored = (await idsInStream(harness.bus)).filter((id) => written.includes(id));
    expect(stored.toSorted()).toEqual(written.toSorted());
  });

  test('loses nothing while NATS is away, and catches up when it is back', async () => {
    relay();
    const before = await writeEvents(labels('before', 10));
    await harness.nats.stop();
    const meanwhile = await writeEvents(labels('meanwhile', 150));
    await harness.nats.start();
    const after = await writeEvents(labels('after', 10));
    await allSent();
    const written = [...before, ...meanwhile, ...after].map(({ id }) => id);
    const stored = (await idsInStream(harness.bus)).filter((id) => written.includes(id));
    expect(stored.toSorted()).toEqual(written.toSorted());
  });

  test('starts before NATS is there, and publishes once it is', async () => {
    await harness.nats.stop();
    const bus = connectBus({ url: harness.nats.url, name: 'early', log });
    const early = startRelay({ outbox, environment, bus, log });
    const [event] = await writeEvents(['early']);
    await harness.nats.start();
    await allSent();
    await early.stop();
    await bus.close();
    await connected(harness.bus);
    expect(await idsInStream(harness.bus)).toContain(event?.id);
  });

  test('leaves the events of another environment alone', async () => {
    const [foreign] = await writeEvents(['foreign'], { environment: 'STAGING' });
    relay();
    await writeEvents(['own']);
    await allSent();
    expect(await outbox.findById(foreign?.id).lean()).toMatchObject({ state: 'new', leaseId: null });
  });

  test('publishes the others when a stream refuses its events', async () => {
    const refused = await writeEvents(labels('refused', 120));
    await outbox.updateMany(
      { _id: { $in: refused.map(({ id }) => id) } },
      { $set: { subject: 'pas.v1.nowhere.thing.done' } },
    );
    relay();
    const [event] = await writeEvents(['accepted']);
    await waitUntil(async () => (await outbox.findById(event?.id).lean())?.state === 'sent', {
      what: 'the other event to be sent',
    });
    expect(await outbox.countDocuments({ state: 'new' })).toBe(refused.length);
  });

  test('gives back what it holds when it is stopped', async () => {
    await harness.nats.stop();
    const running = startRelay({ outbox, environment, bus: harness.bus, log });
    await writeEvents(labels('held', 5));
    await running.stop();
    expect(await outbox.countDocuments({ state: 'new', leaseId: null })).toBe(5);
    await harness.nats.start();
    await connected(harness.bus);
  });

  function relay(): void {
    relays.push(startRelay({ outbox, environment, bus: harness.bus, log }));
  }
});
