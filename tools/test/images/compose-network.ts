import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import { startNats } from '@pas/testing/local-nats';
import type { RunningServer } from '@pas/testing/running-server';
import { repository } from '../../src/generated-file.ts';

/** Nobody listens there: RFC 863's port for what is to be thrown away. */
const away = '127.0.0.1:9';

type Variables = Readonly<Record<string, string | undefined>>;

/** The stores that are really there. */
interface Stores {
  mongoUrl: string;
  natsUrl: string;
}

/**
 * Starts the event bus of docker-compose.yml: with the configuration file and the passwords that its container gets, on
 * a free port and with its data in a directory.
 */
export async function startComposeNats(dir: string, variables: Variables): Promise<RunningServer> {
  const port = await freePort();
  const passwords = ['NATS_DEV_PASSWORD', 'NATS_TEST_PASSWORD'].map(
    (name) => `${name}: ${JSON.stringify(variables[name])}\n`,
  );
  const configured = readFileSync(join(repository, 'docker/nats.conf'), 'utf8')
    .replace(/^port: .*$/m, `host: 127.0.0.1\nport: ${port}`)
    .replace(/^http: .*$/m, '')
    .replace(/store_dir: .*$/m, `store_dir: ${JSON.stringify(dir)}`);
  const configFile = join(dir, 'nats.conf');
  writeFileSync(configFile, [...passwords, configured].join(''));
  return startNats({ dir, port, configFile });
}

/** Gives a container's environment the addresses of real stores; its neighbours are away. */
export function connectTo({ mongoUrl, natsUrl }: Stores, environment: Readonly<Record<string, string>>) {
  const connect = (value: string): string => {
    if (value.startsWith('mongodb:')) {
      const url = new URL(mongoUrl);
      url.pathname = new URL(value).pathname;
      return url.href;
    }
    const nats = new URL(natsUrl).host;
    return value.replaceAll(/(?<=[/@])([a-z-]+):\d+/g, (_, name: string) => (name === 'nats' ? nats : away));
  };
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, connect(value)]));
}
