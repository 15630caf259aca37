import { inboxOf } from '@pas/platform/events/bus';
import { storeUsers, type Program, type StoreUser } from '@pas/platform/programs/programs';
import { catalogue, type EventType } from './catalogue.ts';
import { streams } from './streams.ts';
import { declaredConsumers, doorCommanders, publishersOf, type Publisher } from './traffic.ts';

/**
 * The users of an environment's account on the bus. The gateway is none: it has no bus, and its events are published by
 * the sweeper.
 */
export type BusUser = Exclude<StoreUser, 'gateway'> | 'cli' | 'declarer' | 'operator';

const { gateway: _hasNoBus, ...serviceUsers } = storeUsers;

/** Every user of an account but the controllers of doors. */
export const busUsers = [
  ...(Object.keys(serviceUsers) as (keyof typeof serviceUsers)[]),
  'cli',
  'declarer',
  'operator',
] as const satisfies readonly BusUser[];

/**
 * The name of a user on the server: environment, user and generation, such as `dev-resident-1`. One server may have the
 * accounts of several environments, and tells accounts apart by the names of their users.
 */
export function busUserName(environment: string, user: BusUser, generation = 1): string {
  return `${environment.toLowerCase()}-${user}-${generation}`;
}

/** What a user of the bus may do; what is not listed is refused by the server. */
export interface BusPermissions {
  /** Subjects, with NATS' wildcards. */
  publish: readonly string[];
  subscribe: readonly string[];
  /** May answer each request that it gets once, within ten seconds, wherever the answer is to go. */
  mayAnswer?: boolean;
}

/** The program that publishes what others have committed and did not publish. */
const sweeper: Program = 'admin-workers';

const events = Object.keys(catalogue) as EventType[];
const eventsOf = (publisher: Publisher): EventType[] =>
  publisher === sweeper ? events : events.filter((type) => publishersOf(type).includes(publisher));

/** What a program needs to pull the events of its durables, to acknowledge them, and to give up on one. */
function consumingOf(program: Program): string[] {
  return declaredConsumers
    .filter((consumer) => consumer.program === program)
    .flatMap(({ stream, durable }) => [
      `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
      `pas.dlq.${durable}`,
    ]);
}

/** The subject on which a controller gets the commands for its door. */
export const unlockSubject = (ref: string): string => `pas.v1.doors.${ref}.unlock`;

const commandingOf = (program: Program): string[] =>
  doorCommanders.includes(program) ? [unlockSubject('*')] : [];

/** Makes, changes and looks at what the declarations name; deletes nothing. */
const declaring = [
  ...streams.flatMap(({ name }) =>
    ['CREATE', 'UPDATE', 'INFO'].map((call) => `$JS.API.STREAM.${call}.${name}`),
  ),
  ...declaredConsumers.flatMap(({ stream, durable }) => [
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    // The client has this form of the call for a consumer with several subjects.
    `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${durable}`,
  ]),
];

const publishOf: Readonly<
  Record<Exclude<BusUser, keyof typeof serviceUsers | 'operator'>, readonly string[]>
> = {
  declarer: declaring,
  // A dead letter is replayed on the subject that it had.
  cli: ['$JS.API.STREAM.MSG.GET.DLQ', '$JS.API.STREAM.MSG.DELETE.DLQ', ...events],
};

const isServiceUser = (user: BusUser): user is keyof typeof serviceUsers => user in serviceUsers;

function publishedBy(user: Exclude<BusUser, 'operator'>): readonly string[] {
  if (!isServiceUser(user)) return publishOf[user];
  const programs: readonly Program[] = serviceUsers[user];
  return [
    ...new Set(
      programs.flatMap((program) => [
        ...eventsOf(program),
        ...consumingOf(program),
        ...commandingOf(program),
      ]),
    ),
  ];
}

/**
 * What a user may do, from the declarations of events, streams and consumers.
 *
 * @param name the user's name on the server, such as `dev-resident-1`: two generations side by side have an inbox each
 */
export function permissionsOf(user: BusUser, name: string): BusPermissions {
  if (user === 'operator') return { publish: ['>'], subscribe: ['>'] };
  return { publish: publishedBy(user), subscribe: [`${inboxOf(name)}.>`] };
}

/**
 * What the user of one controller may do: get the commands of its own door and answer them. A `ref` of `*` plays every
 * door, as the sandbox of a local system does.
 */
export function doorPermissions(ref: string): BusPermissions {
  return { publish: [], subscribe: [unlockSubject(ref)], mayAnswer: true };
}
