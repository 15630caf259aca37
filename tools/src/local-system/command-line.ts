import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { profiles, type Profile } from './demo/profiles.ts';
import { maxReplicas, portBlockSize } from './ports.ts';
import { StartFailure } from './start-failure.ts';

/** Services and helpers that `--only` can name. */
export const watchable = ['gateway', 'admin', 'resident', 'core-mobile', 'webhooks', 'sandbox'] as const;
export type Watchable = (typeof watchable)[number];

/** Options of the command line. */
export interface CommandLine {
  port: number;
  /** Absolute. */
  dataDir: string;
  /** Amount of demo data in a new directory; null for none. */
  profile: Profile | null;
  replicas: number;
  /** True when everything runs over TLS, like production. */
  tls: boolean;
  watched: Watchable | null;
  /** True to run only mongod and nats-server, for a restore. */
  storesOnly?: boolean;
}

export const helpText = [
  'Runs the whole system on this machine, with real servers, until Ctrl-C.',
  '',
  'Usage: script/server [options]',
  '',
  '  --port N        port of the gateway (default 8080); other ports follow, see below',
  '  --data DIR      directory of data, logs and secrets (default .data)',
  '  --profile NAME  amount of demo data in a new directory:',
  '                    tiny  two buildings of six units',
  '                    demo  five buildings, 200 units (default)',
  '                    load  the demo, and a tenant with 1,000,000 units and 200,000 residents. The first start takes',
  '                          some minutes and 1 GB in DIR. Its key is loadTenantApiKey in local.json. Its owner signs',
  '                          in to the console as priya.castellan@summit-estates.test with the staff password.',
  '  --empty         add no demo data; tenants and keys are still created',
  `  --replicas N    number of processes of each service and of the gateway (default 1, at most ${maxReplicas}). The`,
  '                  gateways share one port, and each has its own port (gatewayUrls in local.json).',
  '  --tls           everything over TLS, with own certificates, and NODE_ENV=production for gateway and services',
  '  --only SERVICE  restart one service when its files change (node --watch), and show its log here; one of',
  `                  ${watchable.join(', ')}`,
  '  --stores        run only mongod and nats-server, for script/restore',
  '  --help          print this text',
  '',
  'To run two systems side by side, give each its own --data and --port.',
  'A process that ends is started again. To play an outage, freeze it with kill -STOP PID, and end that with kill -CONT.',
  '',
  `Ports from N on (the system uses ${portBlockSize}):`,
  '  N     gateway: the API of DEV, portal and webhooks     N+5   SMTP of the mailbox',
  '  N+1   webhook ingress                                  N+6   OpenID provider',
  '  N+2   gateway of TEST                                  N+7   mongod',
  '  N+3   sandbox                                          N+8   nats-server',
  "  N+4   mailbox                                          N+9   admin's workers",
  "  N+10r replica r of admin, then resident, core-mobile, webhooks, TEST's admin and resident, and the gateway",
  '  +100  the metrics of a process',
  '',
  'In DIR:',
  '  local.json      addresses, keys and passwords; exists only while the system runs',
  '  secrets.json    created on the first run and kept; remove DIR to start with a new system',
  '  processes.json  name and pid of each process, while the system runs',
  '  logs/           NAME.log of each process, and NAME.previous.log of the run before',
  '',
].join('\n');

function readNumber(name: string, text: string, [min, max]: [number, number]): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new StartFailure(`--${name}: expected a whole number from ${min} to ${max}, got "${text}".`);
}

function readWatched(text: string | undefined): Watchable | null {
  if (text === undefined) return null;
  const watched = watchable.find((name) => name === text);
  if (watched) return watched;
  throw new StartFailure(`--only: expected one of ${watchable.join(', ')}, got "${text}".`);
}

function readProfile(text: string | undefined, isEmpty: boolean): Profile | null {
  if (isEmpty && text !== undefined) throw new StartFailure('Use either --empty or --profile, not both.');
  if (isEmpty) return null;
  const profile = profiles.find((name) => name === (text ?? 'demo'));
  if (profile) return profile;
  throw new StartFailure(`--profile: expected one of ${profiles.join(', ')}, got "${text}".`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8080' },
        data: { type: 'string' },
        profile: { type: 'string' },
        empty: { type: 'boolean', default: false },
        replicas: { type: 'string', default: '1' },
        tls: { type: 'boolean', default: false },
        only: { type: 'string' },
        stores: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new StartFailure(`${reason}. See script/server --help.`);
  }
}

/** Working directory of the caller, and root of the repository. */
export interface Place {
  workingDir: string;
  repositoryDir: string;
}

/**
 * Reads the arguments of `script/server`.
 *
 * @returns null when the help is requested
 * @throws StartFailure that names the wrong argument
 */
export function readCommandLine(args: readonly string[], place: Place): CommandLine | null {
  const { port, data, profile, empty, replicas, tls, only, stores, help } = parse(args);
  if (help) return null;
  return {
    port: readNumber('port', port, [1, 65_536 - portBlockSize]),
    dataDir: data ? resolve(place.workingDir, data) : resolve(place.repositoryDir, '.data'),
    profile: readProfile(profile, empty),
    replicas: readNumber('replicas', replicas, [1, maxReplicas]),
    tls,
    watched: readWatched(only),
    ...(stores && { storesOnly: true }),
  };
}
