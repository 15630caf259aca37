import type { RunningConsumer } from '@pas/platform/events/consume';
import { startConsumer, type Consumer } from '@pas/shared/events/start-consumer';
import {
  dropDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  type ListedDeadLetter,
} from '@pas/platform/events/dead-letters';
import { createEnvelope } from '@pas/platform/events/envelope';
import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { eventSources } from '@pas/shared/events/event-sources';
import { appendEvents } from '@pas/testing/append-events';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  declareConsumer,
  environment,
  labels,
  log,
  startEventHarness,
  uniqueName,
  writeEvents,
  type EventHarness,
} from './event-harness.ts';

const created = 'pas.v1.onboarding.invite.created';
type Handle = Consumer<typeof created>['handle'];

describe('dead letters', () => {
  let harness: EventHarness;
  let sweeper: ReturnType<typeof startOutboxSweeper>;
  let durable: string;
  let consumer: RunningConsumer | undefined;

  beforeAll(async () => {
    harness = await startEventHarness(inject('mongoUrl'));
    sweeper = startOutboxSweeper({ outboxes: [OutboxModel], environment, bus: harness.bus, log });
  });
  afterAll(async () => {
    await sweeper.stop();
    await harness.stop();
  });
  beforeEach(async () => {
    durable = uniqueName('poisoned');
    await harness.clear();
  });
  afterEach(() => consumer?.stop());

  test('one poison event among others ends there after five failures, while they pass', async () => {
    const names = labels('good', 40);
    const passed: string[] = [];
    let failures = 0;
    await consume(async ({ subject }) => {
      if (subject !== 'poison') return void passed.push(subject);
      failures += 1;
      throw new Error('The unit of this invite is upside down.');
    });
    const [poison] = await writeEvents(['poison', ...names]);
    await waitUntil(() => names.every((name) => passed.includes(name)), { what: 'the neighbours to pass' });
    expect(failures).toBeLessThan(5);

    const [letter] = await waitUntil(() => letters(), { what: 'the dead letter' });
    expect(failures).toBe(5);
    expect(letter).toMatchObject({
      durable,
      subject: created,
      reason: 'Error: The unit of this invite is upside down.',
      attempts: 5,
      eventId: poison?.id,
      envelope: poison,
      raw: null,
    });
  });

  test('a letter whose event is not kept cannot be replayed, and says so', async () => {
    await consume(async () => undefined);
    await harness.bus.publish(created, 'no event', { msgId: uniqueName('garbage') });
    const [letter] = await waitUntil(() => letters(), { what: 'the dead letter' });
    await expect(replayDeadLetter(stores(), letter?.seq ?? 0)).rejects.toMatchObject({
      code: 'event_not_kept',
    });
    expect(await letters()).toHaveLength(1);
  });

  test('a message of the stream that is no letter is listed, and keeps no other from it', async () => {
    await harness.bus.publish(`pas.dlq.${durable}`, '{"durable":7}', { msgId: uniqueName('junk') });
    const { letter } = await buryOne();
    const [junk, listed] = await listDeadLetters(harness.bus, { durable });
    expect(junk).toMatchObject({
      durable,
      reason: 'The message is not a dead letter.',
      raw: '{"durable":7}',
    });
    expect(listed).toEqual(letter);
    await dropDeadLetter(stores(), junk?.seq ?? 0);
    expect(await letters()).toEqual([letter]);
  });

  test('a message that is no event ends there at once, and large ones with their beginning', async () => {
    await consume(async () => undefined);
    await harness.bus.publish(created, '"'.repeat(900_000), { msgId: uniqueName('large') });
    const [letter] = await waitUntil(() => letters(), { what: 'the dead letter' });
    expect(letter?.raw).toBe('"'.repeat(16_384));
  });

  test('a message that is no event ends there at once', async () => {
    await consume(async () => undefined);
    await harness.bus.publish(created, 'no event', { msgId: uniqueName('garbage') });
    const [letter] = await waitUntil(() => letters(), { what: 'the dead letter' });
    expect(letter).toMatchObject({ durable, envelope: null, raw: 'no event', attempts: 1 });
    expect(letter?.reason).toContain('names no event');
  });

  test('an event whose data is not as described ends there at once', async () => {
    await consume(async () => undefined);
    const event = { type: created, tenantId: 'ten_harbor', subject: 'strange', data: { inviteId: 7 } };
    await appendEvents(OutboxModel, [createEnvelope(event, 'admin', new Date())], { environment });
    const [letter] = await waitUntil(() => letters(), { what: 'the dead letter' });
    expect(letter?.reason).toContain('inviteId');
    expect(await rowOf(letter?.eventId)).toMatchObject({ state: 'held', heldBy: [durable] });
  });

  test('a replay has its effect once the cause is gone', async () => {
    let isBroken = true;
    const effects: string[] = [];
    await consume(async ({ subject }) => {
      if (subject !== 'mended') return;
      if (isBroken) throw new Error('broken');
      effects.push(subject);
    });
    await writeEvents(['mended']);
    const [letter] = await waitUntil(() => letters(), { what: 'the dead letter' });
    isBroken = false;
    expect(await replayDeadLetter(stores(), letter?.seq ?? 0)).toMatchObject({ durable });
    await waitUntil(() => effects.length > 0, { what: 'the effect' });
    expect(effects).toEqual(['mended']);
    expect(await listDeadLetters(harness.bus, { durable })).toEqual([]);
  });

  test('a replay that fails again comes back, after five more failures', async () => {
    let failures = 0;
    await consume(async ({ subject }) => {
      if (subject !== 'hopeless') return;
      failures += 1;
      throw new Error('broken');
    });
    await writeEvents(['hopeless']);
    const [first] = await waitUntil(() => letters(), { what: 'the dead letter' });
    await replayDeadLetter(stores(), first?.seq ?? 0);
    const [second] = await waitUntil(() => letters(), { what: 'the second dead letter' });
    expect(second?.seq).toBeGreaterThan(first?.seq ?? 0);
    expect(failures).toBe(10);
  });

  test('are listed in pages, and dropped one by one', async () => {
    await consume(async () => undefined);
    for (const name of labels('garbage', 3))
      await harness.bus.publish(created, 'no event', { msgId: uniqueName(name) });
    const [first, second, third] = await waitUntil(() => letters(3), { what: 'three dead letters' });
    const page = await listDeadLetters(harness.bus, { durable, limit: 2 });
    expect(page).toEqual([first, second]);
    expect(await listDeadLetters(harness.bus, { durable, afterSeq: page[1]?.seq ?? 0 })).toEqual([third]);
    await dropDeadLetter(stores(), second?.seq ?? 0);
    expect(await listDeadLetters(harness.bus, { durable })).toEqual([first, third]);
    expect(await replayDeadLetter(stores(), second?.seq ?? 0)).toBeNull();
  });

  async function consume(handle: Handle): Promise<void> {
    await declareConsumer(harness.bus, { stream: 'ONBOARDING', durable, subjects: [created] });
    consumer = startConsumer({
      bus: harness.bus,
      log,
      environment,
      stream: 'ONBOARDING',
      durable,
      subjects: [created],
      retryDelaysMs: [50, 100, 150, 200],
      handle,
    });
  }

  const stores = () => ({ bus: harness.bus, environment, sources: eventSources });
  const rowOf = (id: string | null | undefined) => OutboxModel.findById(id).lean<OutboxRow>();

  /** Has the consumer give up one event. */
  async function buryOne(beforeLast?: (id: string) => Promise<void>) {
    let failures = 0;
    await consume(async ({ id }) => {
      failures += 1;
      if (failures === 5) await beforeLast?.(id);
      throw new Error('broken');
    });
    const [event] = await writeEvents(['broken']);
    const letter = await waitUntil(
      async () => (await letters())?.find(({ eventId }) => eventId === event?.id) ?? null,
      { what: 'the dead letter' },
    );
    return { letter, id: event?.id ?? '' };
  }

  /** The dead letters of the test's consumer, once there are enough of them. */
  async function letters(count = 1): Promise<ListedDeadLetter[] | null> {
    const listed = await listDeadLetters(harness.bus, { durable });
    return listed.length >= count ? listed : null;
  }
});
