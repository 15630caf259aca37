import type { RunningConsumer } from '@pas/platform/events/consume';
import { startConsumer, type Consumer } from '@pas/shared/events/start-consumer';
import {
  dropDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  type ListedDeadLetter,
} from '@pas/platform/events/dead-letters';
import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { republishSince } from '@pas/platform/events/republish';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { eventSources } from '@pas/shared/events/event-sources';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  allSent,
  declareConsumer,
  environment,
  log,
  startEventHarness,
  uniqueName,
  writeEvents,
  type EventHarness,
} from './event-harness.ts';

const created = 'pas.v1.onboarding.invite.created';
type Handle = Consumer<typeof created>['handle'];

describe('the rows of dead letters', () => {
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

  test('holds the row of its event until the event is handled', async () => {
    let isBroken = true;
    await consume(async ({ subject }) => {
      if (isBroken && subject === 'poison') throw new Error('broken');
    });
    const [poison, good] = await writeEvents(['poison', 'good']);
    const [letter] = await waitUntil(() => letters(), { what: 'the dead letter' });
    expect(await rowOf(poison?.id)).toMatchObject({ state: 'held', heldBy: [durable] });
    expect(await rowOf(good?.id)).toMatchObject({ state: 'sent', heldBy: null });

    isBroken = false;
    const replayedAt = Date.now();
    await replayDeadLetter(stores(), letter?.seq ?? 0);
    const row = await waitUntil(
      async () => {
        const stored = await rowOf(poison?.id);
        return stored?.state === 'sent' ? stored : null;
      },
      { what: 'the row to be released' },
    );
    expect(row).toMatchObject({ heldBy: [] });
    expect(row.sentAt?.getTime()).toBeGreaterThanOrEqual(replayedAt);
  });

  test('its row is released when it is dropped', async () => {
    const { letter, id } = await buryOne();
    expect(await dropDeadLetter(stores(), letter.seq)).toMatchObject({ eventId: id });
    expect(await rowOf(id)).toMatchObject({ state: 'sent', heldBy: [] });
    expect(await dropDeadLetter(stores(), letter.seq)).toBeNull();
  });

  test('its row stays held when the events of a lost stream are published again', async () => {
    const { id } = await buryOne();
    expect(await republishSince({ outbox: OutboxModel, environment }, new Date(0))).toBe(1);
    await allSent();
    expect(await rowOf(id)).toMatchObject({ state: 'held', heldBy: [durable] });
  });

  test('a row of an earlier release is held and released like any other', async () => {
    const { letter, id } = await buryOne(async (eventId) => {
      await OutboxModel.collection.updateOne({ _id: eventId } as never, { $unset: { heldBy: 1 } });
    });
    expect(await rowOf(id)).toMatchObject({ state: 'held', heldBy: [durable] });
    await OutboxModel.collection.updateOne({ _id: id } as never, {
      $unset: { heldBy: 1 },
      $set: { state: 'sent' },
    });
    await dropDeadLetter(stores(), letter.seq);
    expect(await rowOf(id)).toMatchObject({ state: 'sent' });
  });

  test('a replay takes event and subject from where the event was committed, not from the letter', async () => {
    const effects: string[] = [];
    const { letter, id } = await buryOne();
    await consumer?.stop();
    await consume(async ({ subject }) => void effects.push(subject));
    const forged = { ...letter, subject: 'pas.v1.doors.main.unlock', eventId: id, envelope: null };
    const commands: string[] = [];
    const door = harness.bus.listen('pas.v1.doors.>', ({ subject }) => void commands.push(subject));
    await harness.bus.publish(`pas.dlq.${durable}`, JSON.stringify(forged), { msgId: uniqueName('forged') });
    const [, second] = await waitUntil(() => letters(2), { what: 'the forged letter' });
    expect(await replayDeadLetter(stores(), second?.seq ?? 0)).toMatchObject({ subject: created });
    await waitUntil(() => effects.length > 0, { what: 'the effect' });
    await harness.bus.ping();
    door.stop();
    expect(commands).toEqual([]);
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
