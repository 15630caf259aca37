import type { Bus } from '@pas/platform/events/bus';
import { OutboxModel } from '@pas/platform/events/outbox';
import { createEnvelope } from '@pas/platform/events/envelope';
import { declareBus } from '@pas/shared/events/declare-bus';
import { appendEvents } from '@pas/testing/append-events';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { openTestDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectTestBus } from './connect-test-bus.ts';
import { runPas, settingsFor } from './run-pas.ts';

const subject = 'pas.v1.onboarding.invite.revoked';

function newEnvelope() {
  const data = { aggregateVersion: 2, inviteId: 'inv_1', propertyId: 'prop_1', unitId: 'unit_1' };
  return createEnvelope({ type: subject, tenantId: 'ten_1', subject: 'inv_1', data }, 'admin', new Date());
}

describe('dead letters and sent events', () => {
  let databases: TestDatabases;
  let nats: OwnNats;
  let bus: Bus;
  let env: Record<string, string>;

  beforeAll(async () => {
    nats = await prepareOwnNats();
    [databases] = await Promise.all([openTestDatabases(), nats.start()]);
    bus = await connectTestBus(nats.url);
    await declareBus(bus);
    env = settingsFor(databases, { NATS_URL: nats.urlOf('cli') });
  });
  afterAll(async () => {
    await bus.close();
    await nats.wipe();
    await databases.stop();
  });
  beforeEach(() => databases.clear());

  async function addDeadLetter(durable: string): Promise<string> {
    const envelope = newEnvelope();
    const now = new Date();
    await appendEvents(OutboxModel, [envelope], { environment: 'DEV', now });
    await OutboxModel.updateOne(
      { _id: envelope.id },
      { $set: { state: 'held', heldBy: [durable], sentAt: now } },
    );
    const letter = {
      durable,
      subject,
      msgId: envelope.id,
      reason: 'Error: no.',
      attempts: 5,
      failedAt: now.toISOString(),
      eventId: envelope.id,
      envelope,
      raw: null,
    };
    await bus.publish(`pas.dlq.${durable}`, JSON.stringify(letter), { msgId: `${durable}:${envelope.id}` });
    return envelope.id;
  }

  async function list(durable: string): Promise<{ seq: number; msgId: string }[]> {
    const { stdout } = await runPas(['dead-letters', 'list', '--durable', durable], env);
    const lines = stdout.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as { seq: number; msgId: string });
  }

  test('dead letters are listed, and replayed on their subjects', async () => {
    const eventId = await addDeadLetter('replayed');
    await addDeadLetter('other');
    const letters = await list('replayed');
    expect(letters).toMatchObject([{ durable: 'replayed', msgId: eventId, reason: 'Error: no.' }]);

    const { code } = await runPas(['dead-letters', 'replay', String(letters[0]?.seq)], env);
    expect(code).toBe(0);
    const published = await bus.readMessage('ONBOARDING', subject, 1);
    expect(published?.json()).toMatchObject({ id: eventId });
    expect(await list('replayed')).toEqual([]);
    expect(await list('other')).toHaveLength(1);
  });

  test('a dead letter can be dropped permanently', async () => {
    await addDeadLetter('dropped');
    const [letter] = await list('dropped');
    await runPas(['dead-letters', 'drop', String(letter?.seq)], env);
    expect(await list('dropped')).toEqual([]);
    expect(await OutboxModel.findById(letter?.msgId).lean()).toMatchObject({ state: 'sent', heldBy: [] });
    expect(await runPas(['dead-letters', 'drop', String(letter?.seq)], env)).toMatchObject({ code: 1 });
  });

  test('a dead letter whose event is lost cannot be replayed, and stays', async () => {
    await addDeadLetter('lost');
    await OutboxModel.deleteMany({});
    const [letter] = await list('lost');
    const { code, stderr } = await runPas(['dead-letters', 'replay', String(letter?.seq)], env);
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be replayed: drop it');
    expect(await list('lost')).toHaveLength(1);
  });

  test.each(['replay', 'drop'])(
    '%s names unknown dead letters, and continues with the others',
    async (verb) => {
      const durable = `goes-on-${verb}`;
      await addDeadLetter(durable);
      const [letter] = await list(durable);
      const outcome = await runPas(['dead-letters', verb, '999998', String(letter?.seq), '999999'], env);
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      for (const missing of ['999998', '999999'])
        expect(outcome.stderr).toContain(`There is no dead letter ${missing}: it was replayed or dropped`);
      expect(await list(durable)).toEqual([]);
    },
  );

  test.each(['abc', '1e3'])(
    '%s is refused as a number of a dead letter before a connection opens',
    async (text) => {
      const { code, stderr } = await runPas(['dead-letters', 'replay', text], {});
      expect(code).toBe(1);
      expect(stderr).toContain('each the `seq` of a line of `pas dead-letters list`');
    },
  );

  test('a truncated list names the option that continues it', async () => {
    await addDeadLetter('many');
    await addDeadLetter('many');
    const [first, second] = await list('many');
    const query = ['dead-letters', 'list', '--durable', 'many', '--limit', '1'];
    const cut = await runPas(query, env);
    expect(JSON.parse(cut.stdout)).toMatchObject({ seq: first?.seq });
    expect(cut.stderr).toContain(`There are more. Continue with --after-seq ${first?.seq}`);
    const rest = await runPas([...query, '--after-seq', String(first?.seq)], env);
    expect([JSON.parse(rest.stdout), rest.stderr]).toMatchObject([{ seq: second?.seq }, '']);
  });

  test('sent events of the environment are handed to the sweeper again', async () => {
    const now = new Date();
    const [mine, others] = [newEnvelope(), newEnvelope()];
    await appendEvents(OutboxModel, [mine], { environment: 'DEV', now });
    await appendEvents(OutboxModel, [others], { environment: 'TEST', now });
    await OutboxModel.updateMany({}, { $set: { state: 'sent', sentAt: now } });
    const since = new Date(now.getTime() - 1000).toISOString();
    expect(await runPas(['outbox', 'republish', '--since', since], env)).toMatchObject({
      code: 0,
      stdout: '1\n',
    });
    expect(await OutboxModel.find({ state: 'new' }).lean()).toMatchObject([{ _id: mine.id }]);
  });
});
