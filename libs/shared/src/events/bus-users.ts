import { inboxOf } from '@pas/platform/events/bus';
import { deadLetterPrefix } from '@pas/platform/events/dead-letter';
import { storeUsers, type Program, type StoreUser } from '@pas/platform/programs/programs';
import { catalogue, type EventType } from './catalogue.ts';
import { streams } from './streams.ts';
import { declaredConsumers, doorCommanders, publishersOf, type Publisher } from './traffic.ts';
import { wakeSubjects, wakingPrograms, wokenProgram } from './wake-signals.ts';

/** Users of an environment's account on the bus. The gateway has no bus user. The sweeper publishes its events. */
export type BusUser = Exclude<StoreUser, 'gateway'> | 'cli' | 'declarer' | 'operator';

const { gateway: _hasNoBus, ...serviceUsers } = storeUsers;

/** Every user of an account except the controllers of doors. */
export const busUsers = [
  ...(Object.keys(serviceUsers) as (keyof typeof serviceUsers)[]),
  'cli',
  'declarer',
  'operator',
] as const satisfies readonly BusUser[];

/**
 * Returns the name of a user on the server: environment, user and generation, such as `dev-resident-1`. A server may
 * hold the accounts of several environments. The user names distinguish them.
 */
export function busUserName(environment: string, user: BusUser, generation = 1): string {
  return `${environment.toLowerCase()}-${user}-${generation}`;
}

/** Permissions of a bus user. The server refuses everything else. */
export interface BusPermissions {
  /** Subjects, with NATS' wildcards. */
  publish: readonly string[];
  subscribe: readonly string[];
  /** Whether the user may answer each received request once, within ten seconds, on any reply subject. */
  mayAnswer?: boolean;
}

/** The program that publishes events which other programs committed and did not publish. */
const sweeper: Program = 'admin-workers';

const events = Object.keys(catalogue) as EventType[];
const eventsOf = (publisher: Publisher): EventType[] =>
  publisher === sweeper ? events : events.filter((type) => publishersOf(type).includes(publisher));

/** Returns the subjects that a program needs to pull, acknowledge and terminate the events of its durables. */
function consumingOf(program: Program): string[] {
  return declaredConsumers
    .filter((consumer) => consumer.program === program)
    .flatMap(({ stream, durable }) => [
      `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
      `${deadLetterPrefix}${durable}`,
    ]);
}

/** Returns the subject of the commands to a controller. */
export const unlockSubject = (ref: string): string => `pas.v1.doors.${ref}.unlock`;

/** Returns the subject to read the number of dead letters, for the metrics of the program that also sweeps. */
const countingOf = (program: Program): string[] => (program === sweeper ? ['$JS.API.STREAM.INFO.DLQ'] : []);

const commandingOf = (program: Program): string[] =>
  doorCommanders.includes(program) ? [unlockSubject('*')] : [];

const wakingOf = (program: Program): readonly string[] =>
  wakingPrograms.includes(program) ? wakeSubjects : [];

/** Subjects to create, change and read the declared streams and consumers, and to read their size. None deletes. */
const declaring = [
  '$JS.API.INFO',
  ...streams.flatMap(({ name }) =>
    ['CREATE', 'UPDATE', 'INFO'].map((call) => `$JS.API.STREAM.${call}.${name}`),
  ),
  ...declaredConsumers.flatMap(({ stream, durable }) => [
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    // The client uses this call for a consumer with several subjects.
    `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${durable}`,
  ]),
];

const publishOf: Readonly<
  Record<Exclude<BusUser, keyof typeof serviceUsers | 'operator'>, readonly string[]>
> = {
  declarer: declaring,
  // Dead letters are replayed on their original subjects.
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
        ...countingOf(program),
        ...commandingOf(program),
        ...wakingOf(program),
      ]),
    ),
  ];
}

/** Subjects that a user hears besides the answers to its own requests. */
function heardBy(user: Exclude<BusUser, 'operator'>): readonly string[] {
  const programs: readonly Program[] = isServiceUser(user) ? serviceUsers[user] : [];
  return programs.includes(wokenProgram) ? wakeSubjects : [];
}

/**
 * Derives a user's permissions from the declarations of events, streams and consumers.
 *
 * @param name the user's name on the server, such as `dev-resident-1`; each generation has its own inbox
 */
export function permissionsOf(user: BusUser, name: string): BusPermissions {
  if (user === 'operator') return { publish: ['>'], subscribe: ['>'] };
  return { publish: publishedBy(user), subscribe: [`${inboxOf(name)}.>`, ...heardBy(user)] };
}

/**
 * Permissions of a controller's user: it receives the commands of its own door and answers them. The `ref` `*` covers
 * every door, for the local sandbox.
 */
export function doorPermissions(ref: string): BusPermissions {
  return { publish: [], subscribe: [unlockSubject(ref)], mayAnswer: true };
}
