import { randomUUIDv7 } from 'node:crypto';
import type { RunningConsumer } from '@pas/platform/events/consume';
import type { Envelope } from '@pas/platform/events/envelope';
import { EventFailureModel } from '@pas/platform/events/event-failure';
import { eventsUnvouched } from '@pas/platform/events/event-metrics';
import { createEventLoader } from '@pas/platform/events/load-event';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { listDeadLetters, type ListedDeadLetter } from '@pas/platform/events/dead-letters';
import { control, core } from '@pas/platform/mongo/connections';
import { eventSources } from '@pas/shared/events/event-sources';
import { startConsumer } from '@pas/shared/events/start-consumer';
import { newId } from '@pas/shared/ids/id';
import { appendEvents } from '@pas/testing/append-events';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  declareConsumer,
  environment,
  labels,
  log,
  useEventHarness,
  uniqueName,
  writeEvents,
} from './event-harness.ts';

const created = 'pas.v1.onboarding.invite.created';
const revoked = 'pas.v1.onboarding.invite.revoked';

/** Counts the reads of outboxes. */
function watchReads(): { stop(): number } {
  const clients = [...new Set([core.getClient(), control.getClient()])];
  let reads = 0;
  const count = ({ commandName, command }: { commandName: string; command: { find?: unknown } }): void => {
    if (commandName === 'find' && command.find === 'outbox') reads += 1;
  };
  for (const client of clients) client.on('commandStarted', count);
  return {
    stop() {
      for (const client of clients) client.off('commandStarted', count);
      return reads;
    },
  };
}

const harness = await useEventHarness();

describe('a message on the bus is a wake signal', () => {
  let consumer: RunningConsumer;
  let durable: string;
  let handled: { id: string; tenantid: string; subject: string; correlationid: string }[];

  beforeEach(async () => {
    await harness.clear();
    durable = uniqueName('woken');
    handled = [];
    const { bus } = harness;
    const handle = async (event: (typeof handled)[number]) => void handled.push(event);
    await declareConsumer(bus, { stream: 'ONBOARDING', durable, subjects: [created, revoked] });
    consumer = startConsumer({
      bus,
      log,
      environment,
      stream: 'ONBOARDING',
      durable,
      subjects: [created, revoked],
      handle,
    });
  });
  afterEach(() => consumer.stop());

  const publish = (envelope: object, subject: string = created): Promise<void> =>
    harness.bus.publish(subject, JSON.stringify(envelope), { msgId: uniqueName('signal') });
  const publishedEvent = async (written?: Parameters<typeof writeEvents>[1]): Promise<Envelope> => {
    const [event] = await writeEvents(['invite'], written);
    await OutboxModel.updateMany({}, { $set: { state: 'sent', sentAt: new Date() } });
    return event as Envelope;
  };
  const letter = async (): Promise<ListedDeadLetter> => {
    const read = async () => (await listDeadLetters(harness.bus, { durable }))[0] ?? null;
    return waitUntil(read, { what: 'the dead letter' });
  };
  const unvouched = async (): Promise<number> => {
    const { values } = await eventsUnvouched.get();
    return values.find(({ labels: { durable: of } }) => of === durable)?.value ?? 0;
  };

  test('its event is the committed one, regardless of the message', async () => {
    const event = await publishedEvent();
    const data = { aggregateVersion: 9, inviteId: 'inv_forged', propertyId: 'prop_2', unitId: 'unit_2' };
    await publish({ ...event, tenantid: 'ten_other', subject: 'forged', correlationid: 'forged-id', data });
    await waitUntil(() => handled.length > 0, { what: 'the event to be handled' });
    expect(handled).toEqual([event]);
  });

  test('the id is sufficient', async () => {
    const event = await publishedEvent();
    await publish({ id: event.id });
    await waitUntil(() => handled.length > 0, { what: 'the event to be handled' });
    expect(handled).toEqual([event]);
  });

  test('an event of the control database is found there', async () => {
    const event = await publishedEvent();
    await OutboxModel.deleteMany({});
    await appendEvents(ControlOutboxModel, [event], { environment });
    await publish(event);
    await waitUntil(() => handled.length > 0, { what: 'the event to be handled' });
    expect(handled).toEqual([event]);
  });

  test('an unknown id becomes a counted dead letter immediately, without effect', async () => {
    const forged = { ...(await publishedEvent()), id: newId('event') };
    await publish(forged);
    expect(await letter()).toMatchObject({
      durable,
      subject: created,
      reason: `UnknownEventId: No event with the id ${forged.id} was committed.`,
      attempts: 1,
      eventId: null,
      envelope: null,
      raw: JSON.stringify(forged),
    });
    expect(handled).toEqual([]);
    expect(await EventFailureModel.countDocuments()).toBe(0);
    await waitUntil(async () => (await unvouched()) === 1, { what: 'the metric' });
  });

  test.each([
    ['another subject', () => publishedEvent({ type: revoked }), 'was committed for another subject'],
    [
      'another environment',
      () => publishedEvent({ environment: 'DEV' }),
      'was committed for another environment',
    ],
  ])('an event of %s is a dead letter immediately', async (_what, write, reason) => {
    const event = await write();
    await publish(event, created);
    expect((await letter()).reason).toContain(reason);
    expect(handled).toEqual([]);
    expect(await OutboxModel.findById(event.id).lean()).toMatchObject({ state: 'sent', heldBy: null });
  });

  test.each([
    ['no JSON', 'no event'],
    ['no id', '{"data":{}}'],
    ['an operator as id', '{"id":{"$gt":""}}'],
    ['a list of ids', '{"id":["ev_1"]}'],
    ['an id of any length', JSON.stringify({ id: 'e'.repeat(100_000) })],
  ])('a message with %s is a dead letter without a read', async (_what, body) => {
    const reads = watchReads();
    await harness.bus.publish(created, body, { msgId: uniqueName('signal') });
    expect((await letter()).reason).toContain('names no event');
    expect(reads.stop()).toBe(0);
  });

  test('concurrently waiting events are read with few statements', async () => {
    const events = await writeEvents(labels('invite', 400));
    const ids = events.map(({ id }) => id);
    const load = createEventLoader(eventSources);
    const reads = watchReads();
    const loaded = await Promise.all(ids.map((id) => load(id)));
    const finds = reads.stop();
    expect(loaded.map((each) => each?.event.envelope)).toEqual(events);
    expect(finds).toBe(1);
  });

  test('lingering consumers of a process share their reads', async () => {
    const subjects = [created] as const;
    const common = { bus: harness.bus, log, environment, stream: 'ONBOARDING' as const, subjects };
    const both: string[] = [];
    const handle = async ({ id }: { id: string }) => void both.push(id);
    const names = [uniqueName('first'), uniqueName('second')];
    for (const name of names) await declareConsumer(harness.bus, { ...common, durable: name });
    const lingering = names.map((name) => startConsumer({ ...common, durable: name, handle, lingers: true }));
    const events = await writeEvents(labels('invite', 20));
    const read: string[] = [];
    const record = ({ command }: { command: { filter?: { _id?: { $in?: string[] } } } }): void =>
      void read.push(...(command.filter?._id?.$in ?? []));
    const client = core.getClient().on('commandStarted', record);
    for (const event of events)
      await harness.bus.publish(created, JSON.stringify(event), { msgId: event.id });
    const isDone = () => both.length === 40 && handled.length === 20;
    await waitUntil(isDone, { what: 'the effects of three consumers' });
    client.off('commandStarted', record);
    await Promise.all(lingering.map((each) => each.stop()));
    // The third consumer does not linger, and reads each event by itself.
    expect(read.length).toBeLessThan(60);
  });

  test('unknown ids among others cost few statements, and delay no other event', async () => {
    const events = await writeEvents(labels('invite', 100));
    const ids = events.flatMap(({ id }) => [id, `ev_${randomUUIDv7()}`]);
    const load = createEventLoader(eventSources);
    const reads = watchReads();
    const loaded = await Promise.all(ids.map((id) => load(id)));
    const finds = reads.stop();
    expect(loaded.filter(Boolean)).toHaveLength(100);
    // Each outbox is read once, and once more with linearizable reads.
    expect(finds).toBe(4);
  });
});
