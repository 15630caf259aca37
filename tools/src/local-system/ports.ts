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
  /** Own ports of the gateway's replicas, in order; empty for a single gateway. */
  ownGatewayPorts: readonly number[];
  metricsPortOf(port: number): number;
  /** All ports of the system. */
  all: readonly PortUse[];
}

/** Third-party processes, which have no metrics port. */
const withoutMetrics: ReadonlySet<string> = new Set([
  'sandbox',
  'mailbox',
  'smtp',
  'identity',
  'apns',
  'mongod',
  'nats-server',
]);

/** Returns the name of a replica for logs and messages. */
export function replicaName(service: ReplicatedProcess, replica: number): string {
  return `${service}-${replica}`;
}

/** Assigns the ports of a system from the gateway's port on. */
export function layPorts(gatewayPort: number, replicas: number): PortLayout {
  const numbers = Array.from({ length: replicas }, (_, index) => index + 1);
  const portsOf = (service: ReplicatedProcess): number[] =>
    numbers.map((replica) => gatewayPort + 10 * replica + replicated[service]);
  const ownGatewayPorts =
    replicas === 1 ? [] : numbers.map((replica) => gatewayPort + 10 * replica + ownGatewayPort);
  const users: PortUse[] = [
    ...Object.entries(singles).map(([user, offset]) => ({ user, port: gatewayPort + offset })),
    ...ownGatewayPorts.map((port, index) => ({ user: `gateway-${index + 1}`, port })),
    ...(Object.keys(replicated) as ReplicatedProcess[]).flatMap((service) =>
      portsOf(service).map((port, index) => ({ user: replicaName(service, index + 1), port })),
    ),
  ];
  const metrics = users
    .filter(({ user }) => !withoutMetrics.has(user))
    .map(({ user, port }) => ({ user: `metrics of ${user}`, port: port + metricsOffset }));
  return {
    portOf: (process) => gatewayPort + singles[process],
    portsOf,
    ownGatewayPorts,
    metricsPortOf: (port) => port + metricsOffset,
    all: [...users, ...metrics],
  };
}
