import { connectBus } from '@pas/platform/events/bus';
import { busUsers } from '@pas/shared/events/bus-users';
import { wakeSubjects } from '@pas/shared/events/wake-signals';
import { closed } from '@pas/testing/nats-conversation';
import { makeTestAccount } from '@pas/testing/test-bus-users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connected } from './event-harness.ts';
import {
  door,
  events,
  isGranted,
  log,
  nameOf,
  startBusUsers,
  subjects,
  violations,
  type BusUsersHarness,
} from './bus-users-harness.ts';

const users = busUsers.filter((user) => user !== 'operator');

describe('the users of the bus', () => {
  const prod = makeTestAccount('PROD');
  let harness: BusUsersHarness;

  /** Reads the streams and consumers with their contents. */
  async function readBus(): Promise<unknown> {
    const bus = connectBus({ url: harness.nats.url, name: 'reader', log });
    await connected(bus);
    const seen = await bus.manage(async (manager) =>
      Promise.all(
        (await manager.streams.list().next()).map(async ({ config, state }) => ({
          config,
          messages: state.messages,
          consumers: (await manager.consumers.list(config.name).next()).map((consumer) => consumer.config),
        })),
      ),
    );
    await bus.close();
    return seen;
  }

  beforeAll(async () => {
    harness = await startBusUsers([prod.account]);
  });
  afterAll(() => harness.stop());

  test.each(users)('%s is refused every subject that is not its own, and nothing happens', async (user) => {
    const foreign = subjects.filter((subject) => !isGranted(user, subject));
    const before = await readBus();
    await harness.operator.heard();
    const self = await harness.talkAs(user);
    for (const subject of foreign) self.publish(subject, { body: '{}' });
    expect(violations(await self.heard(), 'Publish')).toEqual(foreign);
    const heardByOperator = (await harness.operator.heard())
      .split('\r\n')
      .filter((text) => text.startsWith('MSG'));
    expect(
      heardByOperator.filter((text) => foreign.some((subject) => text.includes(` ${subject} `))),
    ).toEqual([]);
    expect(await readBus()).toEqual(before);
  });

  test.each(users)('%s may publish what is its own', async (user) => {
    const own = subjects.filter((subject) => isGranted(user, subject));
    const self = await harness.talkAs(user);
    for (const subject of own) self.publish(subject, { body: '{}' });
    expect(violations(await self.heard(), 'Publish')).toEqual([]);
  });

  test.each(users)('%s hears its own answers and nothing else', async (user) => {
    const others = busUsers.filter((other) => other !== user).map((other) => `_INBOX_${nameOf(other)}.>`);
    const foreign = [
      '>',
      '*',
      'pas.>',
      ...events,
      door,
      'pas.dlq.>',
      '$JS.>',
      '$SYS.>',
      '_INBOX.>',
      ...others,
    ];
    const self = await harness.talkAs(user);
    for (const subject of foreign) self.subscribe(subject);
    expect(violations(await self.heard(), 'Subscription')).toEqual(foreign);
    self.subscribe(`_INBOX_${nameOf(user)}.>`);
    expect(await self.heard()).toBe('');
  });

  test('only the declarer makes streams and consumers, and nobody deletes them or what is in them', () => {
    const making = /^\$JS\.API\.(STREAM|CONSUMER)\.(DURABLE\.)?(CREATE|UPDATE)/;
    const deleting = /DELETE|PURGE|RESTORE|^\$SYS|STEPDOWN|REMOVE|PAUSE/;
    const mayDo = (pattern: RegExp) =>
      users.filter((user) => subjects.some((subject) => pattern.test(subject) && isGranted(user, subject)));
    expect(mayDo(making)).toEqual(['declarer']);
    const deletions = subjects.filter(
      (subject) => deleting.test(subject) && users.some((user) => isGranted(user, subject)),
    );
    expect(deletions).toEqual(['$JS.API.STREAM.MSG.DELETE.DLQ']);
    expect(mayDo(/MSG\.(GET|DELETE)/)).toEqual(['cli']);
  });

  test('only the services that answer requests command doors, and only by the subject of a command', () => {
    const commanders = ['admin', 'admin-all', 'resident', 'core-mobile', 'webhooks'];
    const granted = users.filter((user) => isGranted(user, door));
    expect(granted).toEqual(commanders);
    expect(users.filter((user) => isGranted(user, door.replace('unlock', 'lock')))).toEqual([]);
  });

  test('only the programs of admin wake the workers, and only the workers hear it', async () => {
    const waking = users.filter((user) => wakeSubjects.some((subject) => isGranted(user, subject)));
    expect(waking).toEqual(['admin', 'admin-workers', 'admin-all']);
    const hearing: string[] = [];
    for (const user of users) {
      const self = await harness.talkAs(user);
      for (const subject of wakeSubjects) self.subscribe(subject);
      if (violations(await self.heard(), 'Subscription').length === 0) hearing.push(user);
    }
    expect(hearing).toEqual(['admin-workers', 'admin-all']);
  });

  test('one environment hears nothing of another one, and sees none of its streams', async () => {
    const elsewhere = await harness.talk(prod.urlOf('operator', harness.nats.address));
    elsewhere.subscribe('>');
    await elsewhere.heard();
    harness.operator.publish('pas.v1.onboarding.invite.created', { body: '{}' });
    harness.operator.publish(door, { body: '{}' });
    await harness.operator.heard();
    expect(await elsewhere.heard()).toBe('');
    elsewhere.publish('$JS.API.STREAM.INFO.AUDIT', { reply: 'answer' });
    await expect.poll(() => elsewhere.heard()).toMatch(/no responders|stream not found|503/);
  });

  test('the passwords of one environment open no other one', async () => {
    const stranger = await harness.talk(
      prod.urlOf('resident', harness.nats.address).replace('prod-', 'test-'),
    );
    expect(await stranger.heard()).toContain(closed);
  });

  test.each(['DELETE', 'PURGE'])('the operator too is refused %s in the audit, for ever', async (call) => {
    const bus = connectBus({ url: harness.nats.url, name: 'operator', log });
    await connected(bus);
    const remove = async (): Promise<unknown> =>
      call === 'PURGE' ? bus.manage(({ streams: of }) => of.purge('AUDIT')) : bus.removeMessage('AUDIT', 1);
    await bus.publish('pas.v1.audit.record.submitted', '{}', { msgId: `kept-${call}` });
    await expect(remove()).rejects.toThrow('not permitted');
    const allow = bus.manage(({ streams: of }) =>
      of.update('AUDIT', { deny_delete: false, deny_purge: false }),
    );
    await expect(allow).rejects.toThrow('can not cancel');
    await bus.close();
  });
});
