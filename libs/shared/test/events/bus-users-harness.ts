import { connectBus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { busUserName, busUsers, permissionsOf, type BusUser } from '@pas/shared/events/bus-users';
import { catalogue } from '@pas/shared/events/catalogue';
import { declareBus } from '@pas/shared/events/declare-bus';
import { streams } from '@pas/shared/events/streams';
import { declaredConsumers } from '@pas/shared/events/traffic';
import { wakeSubjects } from '@pas/shared/events/wake-signals';
import { openConversation, type NatsConversation } from '@pas/testing/nats-conversation';
import { doorUser, type NatsAccount } from '@pas/testing/nats-config';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { connected } from './event-harness.ts';

export const log = createLogger({ service: 'shared', environment: 'TEST', level: 'silent' });
export const events = Object.keys(catalogue);
export const door = 'pas.v1.doors.main.unlock';
export const otherDoor = 'pas.v1.doors.back.unlock';

const streamVerbs = [
  'CREATE',
  'UPDATE',
  'DELETE',
  'PURGE',
  'INFO',
  'MSG.GET',
  'MSG.DELETE',
  'SNAPSHOT',
  'RESTORE',
  'LEADER.STEPDOWN',
  'PEER.REMOVE',
];

const streamCalls = (stream: string): string[] =>
  streamVerbs
    .map((call) => `$JS.API.STREAM.${call}.${stream}`)
    .concat(`$JS.API.DIRECT.GET.${stream}`, `$JS.API.CONSUMER.CREATE.${stream}`);

const consumerCalls = (stream: string, durable: string): string[] =>
  ['CREATE', 'DURABLE.CREATE', 'DELETE', 'PAUSE', 'INFO', 'MSG.NEXT', 'UNPIN', 'LEADER.STEPDOWN']
    .map((call) => `$JS.API.CONSUMER.${call}.${stream}.${durable}`)
    .concat(
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}.pas.v1.x`,
      `$JS.ACK.${stream}.${durable}.1.1.1.1.0`,
    );

/** Every subject of the publish attempts. */
export const subjects = [
  ...events,
  ...declaredConsumers.map(({ durable }) => `pas.dlq.${durable}`),
  'pas.dlq.another',
  'pas.v1.nowhere.thing.done',
  door,
  otherDoor,
  ...wakeSubjects,
  'pas.v1.wake.doors',
  ...[...streams.map(({ name }) => name), 'ANOTHER'].flatMap(streamCalls),
  ...declaredConsumers.flatMap(({ stream, durable }) => consumerCalls(stream, durable)),
  ...streams.flatMap(({ name }) => consumerCalls(name, 'another')),
  ...[
    'INFO',
    'STREAM.NAMES',
    'STREAM.LIST',
    'ACCOUNT.PURGE.TEST',
    'SERVER.REMOVE',
    'META.LEADER.STEPDOWN',
  ].map((call) => `$JS.API.${call}`),
  ...['SERVER.PING', 'ACCOUNT.TEST.INFO', 'USER.INFO'].map((call) => `$SYS.REQ.${call}`),
  '_INBOX.somebody',
  ...busUsers.map((user) => `_INBOX_${busUserName('TEST', user)}.answer`),
];

/** Whether a pattern with NATS' wildcards covers a subject. */
function covers(pattern: string, subject: string): boolean {
  const [mine, theirs] = [pattern.split('.'), subject.split('.')];
  return (
    mine.every((token, index) =>
      token === '>'
        ? theirs.length > index
        : theirs[index] !== undefined && (token === '*' || token === theirs[index]),
    ) &&
    (mine.at(-1) === '>' || mine.length === theirs.length)
  );
}

/** Returns the name of a user in the account of the tests. */
export const nameOf = (user: BusUser): string => busUserName('TEST', user);
/** Whether the declarations grant a subject to a user. */
export const isGranted = (user: BusUser, subject: string): boolean =>
  permissionsOf(user, nameOf(user)).publish.some((pattern) => covers(pattern, subject));
/** Returns the subjects that the server has refused. */
export const violations = (heard: string, kind: 'Publish' | 'Subscription'): string[] =>
  [...heard.matchAll(new RegExp(`Permissions Violation for ${kind} to "([^"]+)"`, 'g'))].map(
    ([, subject = '']) => subject,
  );

/** A server with every user, a door and a sandbox, on which all streams are declared. */
export interface BusUsersHarness {
  nats: OwnNats;
  /** Subscribed to everything in the account. */
  operator: NatsConversation;
  talk: (url: string) => Promise<NatsConversation>;
  talkAs: (user: BusUser) => Promise<NatsConversation>;
  /** As the controller of the main door, or as all of them. */
  talkAsDoor: (name: 'door-main' | 'doors') => Promise<NatsConversation>;
  stop: () => Promise<void>;
}

/** @param others accounts of other environments on the same server */
export async function startBusUsers(others: readonly NatsAccount[] = []): Promise<BusUsersHarness> {
  const nats = await prepareOwnNats();
  const doors = [doorUser('door-main', 'door-main', 'main'), doorUser('doors', 'doors', '*')];
  await nats.reload([{ ...nats.account, users: [...nats.account.users, ...doors] }, ...others]);
  await nats.start();
  const bus = connectBus({ url: nats.urlOf('declarer'), name: 'declarer', log });
  await connected(bus);
  await declareBus(bus);
  await bus.close();
  const open: NatsConversation[] = [];
  const talk = async (url: string): Promise<NatsConversation> => {
    const conversation = await openConversation(url);
    open.push(conversation);
    return conversation;
  };
  const operator = await talk(nats.url);
  operator.subscribe('>');
  await operator.heard();
  return {
    nats,
    operator,
    talk,
    talkAs: (user) => talk(nats.urlOf(user)),
    talkAsDoor: (name) => talk(`nats://${name}:${name}@${nats.address}`),
    async stop() {
      for (const conversation of open) conversation.close();
      await nats.wipe();
    },
  };
}
