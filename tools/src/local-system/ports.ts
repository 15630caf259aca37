/** How many ports one local system takes, counted from the gateway's: half for the processes, half for their metrics. */
export const portBlockSize = 200;

/** The metrics of the process at port P are at P + 100. */
const metricsOffset = 100;

/** More replicas would leave the block: each takes ten ports. */
export const maxReplicas = 9;

/** Where each process listens, counted from the gateway's port. Fixed, so that bookmarks and scripts hold. */
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
  // Between the services of the first replica and those of the second.
  apns: 17,
} as const;

/** Where replica r of the gateway listens beside the gateway's port, counted from there: at 10 × r and this. */
const ownGatewayPort = 6;

/** Services with replicas: replica r of 1 and more listens at 10 × r and this. */
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

/** What listens at a port. */
export interface PortUse {
  port: number;
  /** Such as `gateway`, `admin-2` or `metrics of admin-2`. */
  user: string;
}

/** The ports of one local system. */
export interface PortLayout {
  portOf(process: SingleProcess): number;
  /** The ports of a service's replicas, in order. */
  portsOf(service: ReplicatedProcess): readonly number[];
  /** The ports of their own of the gateway's replicas, in order; none where there is one gateway. */
  ownGatewayPorts: readonly number[];
  metricsPortOf(port: number): number;
  /** Every port that will be listened on. */
  all: readonly PortUse[];
}

/** Processes that are none of ours and so have no metrics. */
const withoutMetrics: ReadonlySet<string> = new Set([
  'sandbox',
  'mailbox',
  'smtp',
  'identity',
  'apns',
  'mongod',
  'nats-server',
]);

/** The name of one replica, as in logs and messages. */
export function replicaName(service: ReplicatedProcess, replica: number): string {
  return `${service}-${replica}`;
}

/** Lays the ports of a system out from the gateway's. */
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
