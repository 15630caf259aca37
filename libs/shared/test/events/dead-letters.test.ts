import { dropDeadLetter, listDeadLetters, replayDeadLetter } from '@pas/platform/events/dead-letters';
import { createEnvelope } from '@pas/platform/events/envelope';
import { OutboxModel } from '@pas/platform/events/outbox';
import { appendEvents } from '@pas/testing/append-events';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { created, startDeadLetterHarness, type DeadLetterHarness } from './dead-letter-harness.ts';
import { environment, labels, uniqueName, writeEvents } from './event-harness.ts';

describe('dead letters', () => {
  let dead: DeadLetterHarness;

  beforeAll(async () => {
    dead = await startDeadLetterHarness();
  });
  afterAll(async () => dead.stop());
  beforeEach(async () => dead.renew());
  afterEach(async () => dead.stopConsumer());

  test('receive a poison event after five failures, while other events pass', async () => {
    const names = labels('good', 40);
    const passed: string[] = [];
    let failures = 0;
    await dead.consume(async ({ subject }) => {
      if (subject !== 'poison') return void passed.push(subject);
      failures += 1;
      throw new Error('The unit of this invite is upside down.');
    });
    const [poison] = await writeEvents(['poison', ...names]);
    await waitUntil(() => names.every((name) => passed.includes(name)), { what: 'the neighbours to pass' });
    expect(failures).toBeLessThan(5);

    const [letter] = await waitUntil(() => dead.letters(), { what: 'the dead letter' });
    expect(failures).toBe(5);
    expect(letter).toMatchObject({
      durable: dead.durable(),
      subject: created,
      reason: 'Error: The unit of this invite is upside down.',
      attempts: 5,
      eventId: poison?.id,
      envelope: poison,
      raw: null,
    });
  });

  test('refuse the replay of a letter without a stored event', async () => {
    await dead.consume(async () => undefined);
    await dead.bus.publish(created, 'no event', { msgId: uniqueName('garbage') });
    const [letter] = await waitUntil(() => dead.letters(), { what: 'the dead letter' });
    await expect(replayDeadLetter(dead.stores, letter?.seq ?? 0)).rejects.toMatchObject({
      code: 'event_not_kept',
    });
    expect(await dead.letters()).toHaveLength(1);
  });

  test('list a foreign message of the stream with the others', async () => {
    await dead.bus.publish(`pas.dlq.${dead.durable()}`, '{"durable":7}', { msgId: uniqueName('junk') });
    const { letter } = await dead.buryOne();
    const [junk, listed] = await listDeadLetters(dead.bus, { durable: dead.durable() });
    expect(junk).toMatchObject({
      durable: dead.durable(),
      reason: 'The message is not a dead letter.',
      raw: '{"durable":7}',
    });
    expect(listed).toEqual(letter);
    await dropDeadLetter(dead.stores, junk?.seq ?? 0);
    expect(await dead.letters()).toEqual([letter]);
  });

  test('receive a large invalid message immediately, truncated', async () => {
    await dead.consume(async () => undefined);
    await dead.bus.publish(created, '"'.repeat(900_000), { msgId: uniqueName('large') });
    const [letter] = await waitUntil(() => dead.letters(), { what: 'the dead letter' });
    expect(letter?.raw).toBe('"'.repeat(16_384));
  });

  test('receive an invalid message immediately', async () => {
    await dead.consume(async () => undefined);
    await dead.bus.publish(created, 'no event', { msgId: uniqueName('garbage') });
    const [letter] = await waitUntil(() => dead.letters(), { what: 'the dead letter' });
    expect(letter).toMatchObject({ durable: dead.durable(), envelope: null, raw: 'no event', attempts: 1 });
    expect(letter?.reason).toContain('names no event');
  });

  test('receive an event with invalid data immediately', async () => {
    await dead.consume(async () => undefined);
    const event = { type: created, tenantId: 'ten_harbor', subject: 'strange', data: { inviteId: 7 } };
    await appendEvents(OutboxModel, [createEnvelope(event, 'admin', new Date())], { environment });
    const [letter] = await waitUntil(() => dead.letters(), { what: 'the dead letter' });
    expect(letter?.reason).toContain('inviteId');
    expect(await dead.rowOf(letter?.eventId)).toMatchObject({ state: 'held', heldBy: [dead.durable()] });
  });

  test('a replay succeeds after the cause is removed', async () => {
    let isBroken = true;
    const effects: string[] = [];
    await dead.consume(async ({ subject }) => {
      if (subject !== 'mended') return;
      if (isBroken) throw new Error('broken');
      effects.push(subject);
    });
    await writeEvents(['mended']);
    const [letter] = await waitUntil(() => dead.letters(), { what: 'the dead letter' });
    isBroken = false;
    expect(await replayDeadLetter(dead.stores, letter?.seq ?? 0)).toMatchObject({ durable: dead.durable() });
    await waitUntil(() => effects.length > 0, { what: 'the effect' });
    expect(effects).toEqual(['mended']);
    expect(await listDeadLetters(dead.bus, { durable: dead.durable() })).toEqual([]);
  });

  test('a failing replay returns after five more failures', async () => {
    let failures = 0;
    await dead.consume(async ({ subject }) => {
      if (subject !== 'hopeless') return;
      failures += 1;
      throw new Error('broken');
    });
    await writeEvents(['hopeless']);
    const [first] = await waitUntil(() => dead.letters(), { what: 'the dead letter' });
    await replayDeadLetter(dead.stores, first?.seq ?? 0);
    const [second] = await waitUntil(() => dead.letters(), { what: 'the second dead letter' });
    expect(second?.seq).toBeGreaterThan(first?.seq ?? 0);
    expect(failures).toBe(10);
  });

  test('are listed in pages, and dropped one by one', async () => {
    await dead.consume(async () => undefined);
    for (const name of labels('garbage', 3))
      await dead.bus.publish(created, 'no event', { msgId: uniqueName(name) });
    const [first, second, third] = await waitUntil(() => dead.letters(3), { what: 'three dead letters' });
    const page = await listDeadLetters(dead.bus, { durable: dead.durable(), limit: 2 });
    expect(page).toEqual([first, second]);
    expect(await listDeadLetters(dead.bus, { durable: dead.durable(), afterSeq: page[1]?.seq ?? 0 })).toEqual(
      [third],
    );
    await dropDeadLetter(dead.stores, second?.seq ?? 0);
    expect(await listDeadLetters(dead.bus, { durable: dead.durable() })).toEqual([first, third]);
    expect(await replayDeadLetter(dead.stores, second?.seq ?? 0)).toBeNull();
  });
});
