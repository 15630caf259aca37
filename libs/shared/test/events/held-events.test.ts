import { dropDeadLetter, replayDeadLetter } from '@pas/platform/events/dead-letters';
import { OutboxModel } from '@pas/platform/events/outbox';
import { republishSince } from '@pas/platform/events/republish';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { created, startDeadLetterHarness, type DeadLetterHarness } from './dead-letter-harness.ts';
import { allSent, environment, uniqueName, writeEvents } from './event-harness.ts';

describe('the rows of dead letters', () => {
  let dead: DeadLetterHarness;

  beforeAll(async () => {
    dead = await startDeadLetterHarness();
  });
  afterAll(async () => dead.stop());
  beforeEach(async () => dead.renew());
  afterEach(async () => dead.stopConsumer());

  test('holds the row of its event until the event is handled', async () => {
    let isBroken = true;
    await dead.consume(async ({ subject }) => {
      if (isBroken && subject === 'poison') throw new Error('broken');
    });
    const [poison, good] = await writeEvents(['poison', 'good']);
    const [letter] = await waitUntil(() => dead.letters(), { what: 'the dead letter' });
    expect(await dead.rowOf(poison?.id)).toMatchObject({ state: 'held', heldBy: [dead.durable()] });
    expect(await dead.rowOf(good?.id)).toMatchObject({ state: 'sent', heldBy: null });

    isBroken = false;
    const replayedAt = Date.now();
    await replayDeadLetter(dead.stores, letter?.seq ?? 0);
    const row = await waitUntil(
      async () => {
        const stored = await dead.rowOf(poison?.id);
        return stored?.state === 'sent' ? stored : null;
      },
      { what: 'the row to be released' },
    );
    expect(row).toMatchObject({ heldBy: [] });
    expect(row.sentAt?.getTime()).toBeGreaterThanOrEqual(replayedAt);
  });

  test('its row is released when it is dropped', async () => {
    const { letter, id } = await dead.buryOne();
    expect(await dropDeadLetter(dead.stores, letter.seq)).toMatchObject({ eventId: id });
    expect(await dead.rowOf(id)).toMatchObject({ state: 'sent', heldBy: [] });
    expect(await dropDeadLetter(dead.stores, letter.seq)).toBeNull();
  });

  test('its row stays held when the events of a lost stream are published again', async () => {
    const { id } = await dead.buryOne();
    expect(await republishSince({ outbox: OutboxModel, environment }, new Date(0))).toBe(1);
    await allSent();
    expect(await dead.rowOf(id)).toMatchObject({ state: 'held', heldBy: [dead.durable()] });
  });

  test('a replay reads event and subject from the outbox, not from the letter', async () => {
    const effects: string[] = [];
    const { letter, id } = await dead.buryOne();
    await dead.stopConsumer();
    await dead.consume(async ({ subject }) => void effects.push(subject));
    const forged = { ...letter, subject: 'pas.v1.doors.main.unlock', eventId: id, envelope: null };
    const commands: string[] = [];
    const door = dead.bus.listen('pas.v1.doors.>', ({ subject }) => void commands.push(subject));
    await dead.bus.publish(`pas.dlq.${dead.durable()}`, JSON.stringify(forged), {
      msgId: uniqueName('forged'),
    });
    const [, second] = await waitUntil(() => dead.letters(2), { what: 'the forged letter' });
    expect(await replayDeadLetter(dead.stores, second?.seq ?? 0)).toMatchObject({ subject: created });
    await waitUntil(() => effects.length > 0, { what: 'the effect' });
    await dead.bus.ping();
    door.stop();
    expect(commands).toEqual([]);
  });
});
