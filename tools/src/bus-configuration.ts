import { busUserName, type BusUser } from '@pas/shared/events/bus-users';
import { doorUser, natsConfig, natsUser } from '@pas/testing/nats-config';
import type { GeneratedFile } from './generated-file.ts';

const header = `# Generated from the declarations of events, streams and consumers by \`pnpm run generate\`. Change those, never this file.
# Each environment has an account, with a user for each program that has its own subjects and inbox. To rotate a user,
# add its second generation (dev-resident-2), reload the server (SIGHUP), and switch the program to the new user. Then
# remove the first generation, and reload the server again.
`;

/** Users of the containers by environment. */
const composed: Readonly<Record<string, readonly BusUser[]>> = {
  DEV: ['admin', 'admin-workers', 'resident', 'core-mobile', 'webhooks', 'cli', 'declarer', 'operator'],
  TEST: ['admin-all', 'resident', 'cli', 'declarer', 'operator'],
};

/** Returns the variable with the password of a user, such as `NATS_DEV_ADMIN_WORKERS_PASSWORD`. */
function passwordVariableOf(environment: string, user: BusUser | 'doors'): string {
  return `NATS_${environment}_${user.replaceAll('-', '_').toUpperCase()}_PASSWORD`;
}

/** Users with which the sandbox plays the controllers of all doors of an environment. */
const composedDoors = Object.keys(composed).map((environment) => ({
  environment,
  user: 'doors' as const,
  name: `${environment.toLowerCase()}-doors-1`,
  variable: passwordVariableOf(environment, 'doors'),
}));

/** All users of the containers, with their names on the server. */
export const composedUsers = [
  ...Object.entries(composed).flatMap(([environment, users]) =>
    users.map((user) => ({
      environment,
      user,
      name: busUserName(environment, user),
      variable: passwordVariableOf(environment, user),
    })),
  ),
  ...composedDoors,
];

/** Generates the configuration of nats-server in a container. Passwords come from the container's environment. */
export function busConfigurationFiles(): GeneratedFile[] {
  const accounts = Object.entries(composed).map(([name, users]) => ({
    name,
    users: [
      ...users.map((user) =>
        natsUser({ account: name, user, password: { variable: passwordVariableOf(name, user) } }),
      ),
      ...composedDoors
        .filter(({ environment }) => environment === name)
        .map((door) => doorUser(door.name, { variable: door.variable }, '*')),
    ],
  }));
  const content = natsConfig({
    accounts,
    storeDir: '/data',
    port: 4222,
    host: '0.0.0.0',
    http: '127.0.0.1:8222',
  });
  return [{ path: 'docker/nats.conf', content: header + content }];
}
