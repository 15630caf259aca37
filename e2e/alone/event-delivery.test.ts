import type { ListedDeadLetter } from '@pas/platform/events/dead-letters';
import { connectBus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo, receiveMail } from '../client/mailbox.ts';
import { bodyOf } from '../client/http-call.ts';
import { inviteToNewUnit, type Invite } from '../client/property-manager.ts';
import { borrowSystem, type Drill } from '../faults/drill.ts';

/** Two processes come up meanwhile, and the bus after them. */
const timeoutMs = 30_000;

describe('events, while what carries or handles them is away', () => {
  let drill: Drill;

  beforeAll(async () => {
    drill = await borrowSystem();
  });
  afterAll(() => drill.stop());
  afterEach(() => drill.heal());

  const mails = (address: string) => mailsTo(drill.local.mailboxUrl, address);
  const receive = (address: string) => receiveMail(drill.local.mailboxUrl, address);

  async function dispatch({ id }: Invite, correlationId: string): Promise<void> {
    const headers = { 'x-correlation-id': correlationId };
    const path = `/onboarding/invites/${id}/dispatch`;
    await bodyOf(drill.manager.call(path, { method: 'POST', headers }), 202);
  }

  async function countRecords(correlationId: string): Promise<number> {
    return (await drill.manager.listAudit({ correlationId })).total;
  }

  async function untilRecorded(correlationId: string): Promise<void> {
    await waitUntil(() => countRecords(correlationId), {
      what: `the record of ${correlationId}`,
      timeoutMs,
      everyMs: 50,
    });
  }

  /** Sends an invite after all that was sent before, and returns once its mail and its record are there. */
  async function untilCaughtUp(name: string): Promise<void> {
    const { invite } = await inviteToNewUnit(drill.manager, name, `${name}@after.test`);
    await dispatch(invite, `after-${name}`);
    await Promise.all([receive(`${name}@after.test`), untilRecorded(`after-${name}`)]);
  }

  /** Waits for a line of the workers' log: quicker than asking the operator's program again and again. */
  async function untilLogged(...words: readonly string[]): Promise<void> {
    const isMeant = (line: string): boolean => words.every((word) => line.includes(word));
    const lines = (): string[] => drill.logOf('admin-workers').split('\n');
    await waitUntil(() => lines().some(isMeant), { what: words.join(', '), timeoutMs, everyMs: 200 });
  }

  async function listDeadLetters(): Promise<ListedDeadLetter[]> {
    const lines = (await drill.pas('dead-letters', 'list')).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as ListedDeadLetter);
  }

  test('mail and record of a dispatch arrive once, though NATS was down and admin killed on its answer', async () => {
    const { invite } = await inviteToNewUnit(drill.manager, 'Harbor View', 'robin@away.test');
    await drill.stopProcess('nats-server');
    await dispatch(invite, 'while-nats-is-away');
    await Promise.all(['admin-1', 'admin-2', 'admin-workers'].map((name) => drill.kill(name)));
    await drill.heal();

    await Promise.all([receive('robin@away.test'), untilRecorded('while-nats-is-away')]);
    await untilCaughtUp('harbor');
    expect(await mails('robin@away.test')).toHaveLength(1);
    expect(await countRecords('while-nats-is-away')).toBe(1);
    expect(await drill.manager.readInvite(invite.id)).toMatchObject({ sendCount: 1 });
  });

  test('a change is answered and not on record while the sealer is away, and on record once when it is back', async () => {
    await drill.stopProcess('admin-workers');
    const headers = { 'x-correlation-id': 'while-nobody-seals' };
    const body = { name: 'Unsealed House' };
    await bodyOf(drill.manager.call('/properties', { body, headers }), 201);
    await drill.stores.untilPublished('while-nobody-seals');
    expect(await countRecords('while-nobody-seals')).toBe(0);

    await drill.start('admin-workers');
    await untilRecorded('while-nobody-seals');
    await untilCaughtUp('unsealed');
    expect(await countRecords('while-nobody-seals')).toBe(1);
  });

  test('a mail waits for a mail server that is down, and is sent once when it is back', async () => {
    const { invite } = await inviteToNewUnit(drill.manager, 'Patient House', 'patient@away.test');
    await drill.kill('sandbox');
    await dispatch(invite, 'while-mail-is-down');
    await untilLogged('is delayed', 'while-mail-is-down');
    await drill.start('sandbox');
    await receive('patient@away.test');
    await untilCaughtUp('patient');
    expect(await mails('patient@away.test')).toHaveLength(1);
  });

  /** Puts a message into the stream that is no event, and which each consumer gives up at once. */
  async function publishNoEvent(): Promise<void> {
    const log = createLogger({ service: 'e2e', environment: 'DEV', level: 'silent' });
    const bus = connectBus({ url: drill.local.natsUrl, name: 'e2e', log });
    await waitUntil(() => bus.isConnected(), { what: 'the bus' });
    await bus.publish('pas.v1.onboarding.invite.dispatched', '{"data":{}}', { msgId: 'no-event' });
    await bus.close();
  }

  /** The letters of a message that is no event hold its bytes, one for each consumer that was handed it. */
  function expectNoEvents(letters: readonly ListedDeadLetter[]): void {
    const durables = ['deliver-invites', 'sequence-onboarding'];
    const held = { msgId: 'no-event', attempts: 1, envelope: null, raw: '{"data":{}}' };
    const ordered = letters.toSorted((a, b) => a.durable.localeCompare(b.durable));
    expect(ordered).toMatchObject(durables.map((durable) => ({ durable, ...held })));
  }

  test('an event that fails five times is a dead letter, and one that is none at once; others are handled', async () => {
    const properties = drill.database.collection<{ _id: string }>('properties');
    const { property, invite } = await inviteToNewUnit(drill.manager, 'Gone Court', 'gone@poison.test');
    const row = await properties.findOneAndDelete({ _id: property.id });
    const names = ['before@poison.test', 'after@poison.test', 'later@poison.test'];
    const [before, ...later] = await Promise.all(
      names.map((email) => inviteToNewUnit(drill.manager, `Next to ${email}`, email)),
    );
    for (const each of [before, { invite }, ...later]) await dispatch(each?.invite as Invite, 'poisoned');
    await publishNoEvent();
    const passed = await Promise.all(names.map(receive));

    await untilLogged('is a dead letter now', invite.id);
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
    expect(await mails('gone@poison.test')).toEqual([]);

    await properties.insertOne(row as { _id: string });
    await drill.pas('dead-letters', 'replay', String(letter?.seq));
    for (const { seq } of none) await drill.pas('dead-letters', 'drop', String(seq));
    await receive('gone@poison.test');
    const left = (await listDeadLetters()).map(({ seq }) => seq);
    expect(left.filter((seq) => [letter, ...none].some((each) => each?.seq === seq))).toEqual([]);
    await untilCaughtUp('replayed');
    expect(await mails('gone@poison.test')).toHaveLength(1);
  });
});
