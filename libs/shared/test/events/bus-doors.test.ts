import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  door,
  events,
  nameOf,
  otherDoor,
  startBusUsers,
  subjects,
  violations,
  type BusUsersHarness,
} from './bus-users-harness.ts';

describe('a door', () => {
  let harness: BusUsersHarness;

  beforeAll(async () => {
    harness = await startBusUsers();
  });
  afterAll(() => harness.stop());

  test('gets its own commands, answers each once, and can do nothing else', async () => {
    const self = await harness.talkAsDoor('door-main');
    const foreign = [otherDoor, 'pas.v1.doors.*.unlock', '>', '_INBOX.>', ...events];
    for (const subject of foreign) self.subscribe(subject);
    expect(violations(await self.heard(), 'Subscription')).toEqual(foreign);
    self.subscribe(door);
    const unanswered = subjects.filter((subject) => !subject.startsWith('_INBOX.'));
    for (const subject of unanswered) self.publish(subject);
    expect(violations(await self.heard(), 'Publish')).toEqual(unanswered);

    harness.operator.publish(door, { body: 'open', reply: '_INBOX.somebody' });
    await harness.operator.heard();
    expect(await self.heard()).toContain(`MSG ${door}`);
    self.publish('_INBOX.somebody', { body: 'opened' });
    self.publish('_INBOX.somebody', { body: 'again' });
    expect(violations(await self.heard(), 'Publish')).toEqual(['_INBOX.somebody']);
    expect(await harness.operator.heard()).toContain('opened');
  });

  test('in a sandbox plays all doors', async () => {
    const all = await harness.talkAsDoor('doors');
    all.subscribe('pas.v1.doors.*.unlock');
    expect(await all.heard()).toBe('');
    harness.operator.publish(otherDoor, { reply: '_INBOX.somebody' });
    await harness.operator.heard();
    expect(await all.heard()).toContain(`MSG ${otherDoor}`);
  });

  test('recognizes a command among misdirected messages: only a command has its subject and an inbox', async () => {
    const self = await harness.talkAsDoor('door-main');
    self.subscribe(door);
    await self.heard();
    const workers = await harness.talkAs('admin-workers');
    const event = 'pas.v1.onboarding.invite.dispatched';
    workers.publish(event, { body: '{"open":true}', reply: door });
    workers.publish('$JS.API.CONSUMER.MSG.NEXT.ONBOARDING.deliver-invites', { body: '1', reply: door });
    workers.publish('$JS.API.CONSUMER.INFO.ONBOARDING.deliver-invites', { reply: door });
    await workers.heard();
    const lines: string[] = [];
    await expect
      .poll(async () => {
        lines.push(...(await self.heard()).split('\r\n').filter((text) => /^H?MSG/.test(text)));
        return lines.length;
      })
      .toBe(3);
    // MSG <subject> <subscription> [reply] <size>
    const isCommand = (text: string): boolean => text.startsWith(`MSG ${door} 1 _INBOX`);
    expect(lines.filter(isCommand)).toEqual([]);
  });

  test('hears no trace of a message, and no header of a publication empties a stream', async () => {
    const self = await harness.talkAsDoor('door-main');
    self.subscribe(door);
    await self.heard();
    const workers = await harness.talkAs('admin-workers');
    workers.subscribe(`_INBOX_${nameOf('admin-workers')}.>`);
    const event = 'pas.v1.onboarding.invite.created';
    workers.publish(event, { body: '{}', headers: { 'Nats-Trace-Dest': door } });
    expect(violations(await workers.heard(), 'Publish')).toEqual([door]);
    const refusals: string[] = [];
    const tricks = [
      { 'Nats-Rollup': 'all' },
      { 'Nats-Schedule': '@every 1s', 'Nats-Schedule-Target': door },
      { 'Nats-TTL': '1s' },
    ];
    for (const headers of tricks)
      workers.publish(event, { body: '{}', headers, reply: `_INBOX_${nameOf('admin-workers')}.1` });
    await expect
      .poll(async () => {
        refusals.push(...((await workers.heard()).match(/"err_code":\d+/g) ?? []));
        return refusals.length;
      })
      .toBe(tricks.length);
    expect(await self.heard()).toBe('');
  });
});
