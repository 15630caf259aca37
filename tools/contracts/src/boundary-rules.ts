import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';

const test = String.raw`(\.test\.ts$|/test/)`;
const outside = '^(apps|bench|clients|e2e|sandbox|services|tools)/';

type Edge = Pick<IRegularForbiddenRuleType, 'from' | 'to'>;

/**
 * Builds a rule. `comment` states what would break without it; paths are regular expressions from the repository's
 * root.
 */
function forbid(name: string, comment: string, edge: Edge): IForbiddenRuleType {
  return { name, comment, severity: 'error', ...edge };
}

/** Folders with rooms: the two libraries, and the imports of residents. */
export const roomHomes = {
  platform: 'libs/platform/src',
  shared: 'libs/shared/src',
  imports: 'services/admin/src/resources/imports',
} as const;
export type RoomHome = keyof typeof roomHomes;

/** Rooms of each home from the bottom up. A room may import rooms only from earlier lines. */
export const roomLines: Readonly<Record<RoomHome, readonly (readonly string[])[]>> = {
  platform: [
    [
      'build',
      'concurrency',
      'config',
      'errors',
      'health',
      'ids',
      'names',
      'outbound',
      'programs',
      'secrets',
      'text',
      'trace',
    ],
    ['deadline', 'log'],
    ['background', 'tls'],
    ['lifecycle', 'metrics', 'mongo'],
    ['leases'],
    ['migrations'],
    ['events'],
    ['context'],
    ['http'],
    ['idempotency', 'lists'],
  ],
  shared: [
    ['errors', 'messages', 'texts'],
    ['contacts', 'events', 'ids', 'pages', 'principal'],
    ['context', 'routes'],
    ['models', 'sweeps'],
    ['test-clocks'],
    ['audit', 'fences', 'tenants'],
    ['audit-chain', 'change'],
    ['migrations'],
    ['service'],
    ['access', 'recipients'],
    ['api-keys', 'consents', 'invites', 'reports', 'sessions', 'setup-links'],
    ['residences'],
    ['accounts', 'personal', 'push'],
  ],
  imports: [['rows'], ['reading'], ['planning'], ['committing'], ['reverting'], ['worker']],
};

/** Returns the rooms that a room must not import: those of its own line and of later ones. */
export function roomsAbove(home: RoomHome, room: string): string[] {
  const lines = roomLines[home];
  const own = lines.findIndex((line) => line.includes(room));
  return lines
    .slice(own)
    .flat()
    .filter((other) => other !== room);
}

function roomRules(home: RoomHome): IForbiddenRuleType[] {
  const source = `^${roomHomes[home]}`;
  return roomLines[home]
    .flat()
    .filter((room) => roomsAbove(home, room).length > 0)
    .map((room) =>
      forbid(
        `${home}/${room}`,
        'Two rooms that import each other cannot be understood or changed separately.',
        {
          from: { path: `${source}/${room}/`, pathNot: test },
          to: { path: `${source}/(${roomsAbove(home, room).join('|')})/` },
        },
      ),
    );
}

function unlistedRoomRule(library: 'platform' | 'shared'): IForbiddenRuleType {
  const source = `^${roomHomes[library]}`;
  const rooms = roomLines[library].flat();
  return forbid(
    `${library}-rooms-are-listed`,
    'A room without a line in roomLines could import anything. Add one.',
    {
      from: { path: `${source}/`, pathNot: `${source}/(${rooms.join('|')})/` },
      to: {},
    },
  );
}

/** Forbidden imports between parts of the repository, which enforce its layers. */
export const boundaryRules: readonly IForbiddenRuleType[] = [
  forbid(
    'no-circular-import',
    'A file of an import cycle cannot be understood, tested or moved separately.',
    {
      from: {},
      to: { circular: true },
    },
  ),
  forbid('no-unresolvable-import', 'The other rules cannot check an import whose target is not found.', {
    from: {},
    to: { couldNotResolve: true },
  }),
  forbid(
    'services-are-apart',
    'Each service is deployed separately. Code that two services need belongs in a library.',
    {
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
  ),
  forbid('services-need-only-libraries', "A service's image contains no other part of the repository.", {
    from: { path: '^services/' },
    to: { path: '^(apps|bench|clients|e2e|sandbox|tools)/' },
  }),
  forbid(
    'platform-needs-nobody',
    'libs/platform must not depend on property access. Move the code to libs/shared.',
    {
      from: { path: '^libs/platform/src/', pathNot: test },
      to: { path: ['^libs/(?!platform/)', outside] },
    },
  ),
  forbid(
    'shared-needs-platform-alone',
    'Services import the libraries, so a library must not import a service.',
    {
      from: { path: '^libs/shared/src/', pathNot: test },
      to: { path: ['^libs/(?!platform/|shared/)', outside] },
    },
  ),
  forbid(
    'testing-needs-libraries-alone',
    'Test support that depends on one service cannot test the others.',
    {
      from: { path: '^libs/testing/' },
      to: { path: outside },
    },
  ),
  forbid('clients-are-alone', 'A client is published without the repository, and runs in browsers.', {
    from: { path: '^clients/typescript/src/', pathNot: test },
    to: { pathNot: '^clients/typescript/src/' },
  }),
  forbid(
    'sandbox-is-outside',
    'The sandbox is an external system. Only the code that runs it may import it.',
    {
      from: { pathNot: '^(sandbox|tools|e2e)/' },
      to: { path: '^sandbox/' },
    },
  ),
  forbid(
    'bus-alone-knows-nats',
    'Only events/bus.ts, declare-streams.ts and examine-streams.ts import the NATS client, so that its delivery settings stay in one place.',
    {
      // A program of the bench may import the clients, like a process outside the system.
      from: {
        pathNot: [
          String.raw`^libs/platform/src/events/(bus|declare-streams|examine-streams)\.ts$`,
          '^bench/src/(doors|idle)/programs/',
          // The sandbox imports no code of the system.
          '^sandbox/src/doors/',
        ],
      },
      to: { path: '(^|/)node_modules/nats/' },
    },
  ),
  forbid('nobody-imports-main', 'main.ts reads the environment and listens as soon as it is loaded.', {
    from: {},
    to: { path: String.raw`^(services|sandbox)/.*/main\.ts$` },
  }),
  forbid(
    'resources-below-app',
    'Request, route, operation, model, event: a resource is mounted and never calls back.',
    {
      from: { path: '^services/[^/]+/src/resources/' },
      to: { path: String.raw`^services/[^/]+/src/(app|config|routes)\.ts$` },
    },
  ),
  forbid(
    'operations-below-routes',
    'An operation that imports its route cannot be used by a worker or a second route.',
    {
      from: { path: '/resources/', pathNot: [String.raw`\.routes\.ts$`, test] },
      to: { path: String.raw`\.routes\.ts$` },
    },
  ),
  ...roomRules('platform'),
  ...roomRules('shared'),
  ...roomRules('imports'),
  unlistedRoomRule('platform'),
  unlistedRoomRule('shared'),
  forbid('production-needs-no-tests', 'Test support and its packages are in no image.', {
    from: {
      path: '^(services|libs|apps|sandbox)/',
      pathNot: [test, '^libs/testing/'],
    },
    to: { path: [test, '^libs/testing/'] },
  }),
  forbid('images-have-their-packages', 'An image installs no devDependencies, so its build fails.', {
    from: {
      path: '^(services|libs|apps/cli|sandbox)/',
      pathNot: [test, '/testing/'],
    },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  }),
];
