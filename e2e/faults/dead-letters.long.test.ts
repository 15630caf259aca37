import type { ListedDeadLetter } from '@pas/platform/events/dead-letters';
import { connectBus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inviteToNewUnit, type Invite } from '../client/property-manager.ts';
import { watchDispatches } from '../faults/dispatch-watch.ts';
import { borrowSystem, type Drill } from '../faults/drill.ts';

// The default run has its short forms in dead-letters.test.ts (libs/shared) and poisoned-receipt.test.ts (webhooks).
describe('dead letters of a running system', () => {
  let drill: Drill;
  let watch: ReturnType<typeof watchDispatches>;
  beforeAll(async () => {
    drill = await borrowSystem();
    watch = watchDispatches(drill);
  });
  afterAll(() => drill.stop());

  async function listDeadLetters(): Promise<ListedDeadLetter[]> {
    const lines = (await drill.pas('dead-letters', 'list')).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as ListedDeadLetter);
  }

  /** Publishes a message that is not an event, so that each consumer buries it immediately. */
  async function publishNoEvent(): Promise<void> {
    const log = createLogger({ service: 'e2e', environment: 'DEV', level: 'silent' });
    const bus = connectBus({ url: drill.local.natsUrl, name: 'e2e', log });
    await waitUntil(() => bus.isConnected(), { what: 'the bus' });
    await bus.publish('pas.v1.onboarding.invite.dispatched', '{"data":{}}', { msgId: 'no-event' });
    await bus.close();
  }

  /** Expects one dead letter for each consumer, with the bytes of a message that is not an event. */
  function expectNoEvents(letters: readonly ListedDeadLetter[]): void {
    const durables = ['deliver-invites', 'sequence-onboarding'];
    const held = { msgId: 'no-event', attempts: 1, envelope: null, raw: '{"data":{}}' };
    const ordered = letters.toSorted((a, b) => a.durable.localeCompare(b.durable));
    expect(ordered).toMatchObject(durables.map((durable) => ({ durable, ...held })));
  }

  test('an event becomes a dead letter after five failures, an invalid message immediately; others are handled', async () => {
    const properties = drill.database.collection<{ _id: string }>('properties');
    const { property, invite } = await inviteToNewUnit(drill.manager, 'Gone Court', 'gone@poison.test');
    const row = await properties.findOneAndDelete({ _id: property.id });
    const names = ['before@poison.test', 'after@poison.test', 'later@poison.test'];
    const [before, ...later] = await Promise.all(
      names.map((email) => inviteToNewUnit(drill.manager, `Next to ${email}`, email)),
    );
    for (const each of [before, { invite }, ...later])
      await watch.dispatch(each?.invite as Invite, 'poisoned');
    await publishNoEvent();
    const passed = await Promise.all(names.map(watch.receive));

    await watch.untilLogged('is a dead letter now', invite.id);
    const letters = await listDeadLetters();
    const letter = letters.find(({ envelope }) => envelope?.subject === invite.id);
    expect(letter).toMatchObject({
      durable: 'deliver-invites',
      attempts: 5,
      reason: `Error: The invite ${invite.id} names a property or unit that does not exist.`,
      envelope: { correlationid: 'poisoned' },
    });
    const none = letters.filter(({ msgId }) => msgId === 'no-event');
    expectNoEvents(none);
    for (const { at } of passed) expect(at < String(letter?.failedAt)).toBe(true);
    expect(await watch.mails('gone@poison.test')).toEqual([]);

    await properties.insertOne(row as { _id: string });
    await drill.pas('dead-letters', 'replay', String(letter?.seq));
    for (const { seq } of none) await drill.pas('dead-letters', 'drop', String(seq));
    await watch.receive('gone@poison.test');
    const left = (await listDeadLetters()).map(({ seq }) => seq);
    expect(left.filter((seq) => [letter, ...none].some((each) => each?.seq === seq))).toEqual([]);
    expect(await watch.mails('gone@poison.test')).toHaveLength(1);
  });
});
