/** Number of ports of a local system, from the gateway's port on: half for processes, half for their metrics. */
export const portBlockSize = 200;

/** The metrics of the process at port P are at P + 100. */
const metricsOffset = 100;

/** Maximum number of replicas, since each takes ten ports of the block. */
export const maxReplicas = 9;

/** Ports of the processes, relative to the gateway's port. They are fixed, so that bookmarks and scripts stay valid. */
const singles = {
  gateway: 0,
  'webhook-gateway': 1,
  'test-gateway': 2,
  sandbox: 3,
  mailbox: 4,
  smtp: 5,
  identity: 6,
  mongod: 7,
  'nats-server': 8,
  'admin-workers': 9,
  // A free port between the services of the first and second replica.
  apns: 17,
} as const;

/** Own port of gateway replica r, relative to the gateway's port: 10 × r plus this. */
const ownGatewayPort = 6;

/** Ports of services with replicas: replica r (from 1) listens at 10 × r plus this. */
const replicated = {
  admin: 0,
  resident: 1,
  'core-mobile': 2,
  webhooks: 3,
  'test-admin': 4,
  'test-resident': 5,
} as const;

/** Ports of the further members of a store's cluster: member m (from 2) listens at 10 × (m - 1) plus this. */
const storeMember = { mongod: 8, 'nats-server': 9 } as const;

/** Ports between the members of NATS: member m (from 1) listens at 10 × (m - 1) plus this. */
const natsRoute = 37;

/** Port of the second workers of a cluster. */
const secondWorkers = 39;

/** A store, which has one or three members. */
export type Store = keyof typeof storeMember;
export type SingleProcess = keyof typeof singles;
export type ReplicatedProcess = keyof typeof replicated;

/** A port and its user. */
export interface PortUse {
  port: number;
  /** For example `gateway`, `admin-2` or `metrics of admin-2`. */
  user: string;
}

/** Ports of one local system. */
export interface PortLayout {
  portOf(process: SingleProcess): number;
  /** Returns the ports of a service's replicas, in order. */
  portsOf(service: ReplicatedProcess): readonly number[];
  /** Returns the ports of a store's members, in order. */
  membersOf(store: Store): readonly number[];
  /** Ports between the members of NATS, in order. */
  natsRoutes: readonly number[];
  /** Returns the ports of the workers, in order. */
  workers: readonly number[];
  /** Own ports of the gateway's replicas, in order; empty for a single gateway. */
  ownGatewayPorts: readonly number[];
  metricsPortOf(port: number): number;
  /** All ports of the system. */
  all: readonly PortUse[];
}

/** Third-party processes, which have no metrics port. */
const withoutMetrics: ReadonlySet<string> = new Set(['sandbox', 'mailbox', 'smtp', 'identity', 'apns']);

const isStore = (user: string): boolean => /mongod|nats-server/.test(user);

/** Returns the name of a replica for logs and messages. */
export function replicaName(service: ReplicatedProcess | 'admin-workers', replica: number): string {
  return `${service}-${replica}`;
}

/** Returns the name of the workers, or of the second ones. */
export const workersName = (replica: number): string =>
  replica === 1 ? 'admin-workers' : replicaName('admin-workers', replica);

/** Returns the name of a store's member: `mongod` for the only one, `mongod-1` in a cluster. */
export const memberName = (store: Store, member: number, members: number): string =>
  members === 1 ? store : `${store}-${member}`;

/** Returns the ports of both stores' members and of the workers. A cluster has two processes of workers. */
function assignStorePorts(
  gatewayPort: number,
  members: number,
): Pick<PortLayout, 'membersOf' | 'natsRoutes' | 'workers'> {
  const further = Array.from({ length: members - 1 }, (_, index) => 10 * (index + 1));
  const isCluster = further.length > 0;
  return {
    membersOf: (store) =>
      [singles[store], ...further.map((offset) => offset + storeMember[store])].map((at) => gatewayPort + at),
    natsRoutes: isCluster ? [0, ...further].map((offset) => gatewayPort + natsRoute + offset) : [],
    workers: [singles['admin-workers'], ...(isCluster ? [secondWorkers] : [])].map((at) => gatewayPort + at),
  };
}

/**
 * Assigns the ports of a system from the gateway's port on.
 *
 * @param members members of each store; default 1
 */
export function assignPorts(gatewayPort: number, replicas: number, members = 1): PortLayout {
  const numbers = Array.from({ length: replicas }, (_, index) => index + 1);
  const portsOf = (service: ReplicatedProcess): number[] =>
    numbers.map((replica) => gatewayPort + 10 * replica + replicated[service]);
  const ownGatewayPorts =
    replicas === 1 ? [] : numbers.map((replica) => gatewayPort + 10 * replica + ownGatewayPort);
  const stores = assignStorePorts(gatewayPort, members);
  const users: PortUse[] = [
    ...(['mongod', 'nats-server'] as const).flatMap((store) =>
      stores.membersOf(store).map((port, index) => ({ user: memberName(store, index + 1, members), port })),
    ),
    ...stores.natsRoutes.map((port, index) => ({ user: `route of nats-server-${index + 1}`, port })),
    ...stores.workers.map((port, index) => ({ user: workersName(index + 1), port })),
    ...Object.entries(singles)
      .filter(([user]) => user !== 'admin-workers' && !isStore(user))
      .map(([user, offset]) => ({ user, port: gatewayPort + offset })),
    ...ownGatewayPorts.map((port, index) => ({ user: `gateway-${index + 1}`, port })),
    ...(Object.keys(replicated) as ReplicatedProcess[]).flatMap((service) =>
      portsOf(service).map((port, index) => ({ user: replicaName(service, index + 1), port })),
    ),
  ];
  const metrics = users
    .filter(({ user }) => !withoutMetrics.has(user) && !isStore(user))
    .map(({ user, port }) => ({ user: `metrics of ${user}`, port: port + metricsOffset }));
  return {
    portOf: (process) => gatewayPort + singles[process],
    portsOf,
    ...stores,
    ownGatewayPorts,
    metricsPortOf: (port) => port + metricsOffset,
    all: [...users, ...metrics],
  };
}
