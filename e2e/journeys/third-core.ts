import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@pas/testing/free-port';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { launch } from '@pas/tools/local-system/launch';
import { mongoUrlOf, urlsOf, type Blueprint } from '@pas/tools/local-system/plans/blueprint';
import { becomeHttpReady } from '@pas/tools/local-system/plans/http-readiness';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { planGateways } from '@pas/tools/local-system/plans/plan-gateways';
import { planServices } from '@pas/tools/local-system/plans/plan-services';
import type { SharedSystem } from '../shared-system/use-system.ts';

const run = promisify(execFile);
const environment = 'STAGING';
const database = 'pas_staging';
/** The MongoDB users of the third Core. */
const users = ['admin-all', 'migrations', 'cli'] as const;

type Variables = Readonly<Record<string, string>>;

/** The third environment of a system, with one gateway for all three. */
export interface ThirdCore {
  environment: typeof environment;
  gatewayUrl: string;
  adminUrl: string;
  /** The addresses of admin by environment. */
  adminUrls: Readonly<Record<'DEV' | 'TEST' | typeof environment, readonly string[]>>;
  /** Mints an API key of a tenant for all three environments. */
  mintKey(tenant: string, scopes: string): Promise<string>;
  stop(): Promise<void>;
}

/** Returns the URLs of the third Core's databases on the system's mongod, by user. */
function storesOf(blueprint: Blueprint, passwords: Variables) {
  const operator = (name: string): string =>
    mongoUrlOf(blueprint, 'control', 'operator').replace('/pas_control', `/${name}`);
  const as = (user: string, name: string): string => {
    const url = new URL(operator(name));
    [url.username, url.password] = [`${user}-1`, passwords[user] ?? ''];
    url.searchParams.set('authSource', database);
    return url.href;
  };
  return {
    operator,
    of: (user: string) => ({ MONGO_URL: as(user, database), CONTROL_MONGO_URL: as(user, 'pas_control') }),
  };
}

/** Runs the command line's steps of a release: users, migrations, streams. */
async function prepareCore(
  pas: (args: readonly string[], env: Variables) => Promise<string>,
  { stores, passwords, nats }: { stores: ReturnType<typeof storesOf>; passwords: Variables; nats: OwnNats },
): Promise<void> {
  const wanted = Object.entries(passwords).map(([user, password]) => ({ name: `${user}-1`, password }));
  const prepareStore = async (): Promise<void> => {
    await pas(['users', 'apply'], {
      OPERATOR_MONGO_URL: stores.operator(database),
      OPERATOR_CONTROL_MONGO_URL: stores.operator('pas_control'),
      MONGO_USERS: JSON.stringify(wanted),
    });
    await pas(['migrations', 'apply'], stores.of('migrations'));
  };
  await Promise.all([
    prepareStore(),
    pas(['streams', 'apply'], { DECLARER_NATS_URL: nats.urlOf('declarer') }),
  ]);
}

/** Starts a process like one of the system's, with other settings. */
async function startLike(
  { blueprint }: SharedSystem,
  name: 'gateway' | 'test-admin',
  own: Variables,
): Promise<{ url: string; stop(): Promise<void> }> {
  const plans = [...planServices(blueprint), ...planGateways(blueprint)];
  const plan = plans.find((known) => known.name.replace(/-\d+$/, '') === name);
  if (!plan) throw new Error(`The plan has no ${name}.`);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = { ...plan.env, ...own, PORT: String(port), METRICS_PORT: String(metricsPort) };
  const child = launch({ ...plan, env }, join(blueprint.directory.logs, `third-${name}.log`));
  const url = `http://127.0.0.1:${port}`;
  await becomeHttpReady(url, AbortSignal.timeout(300_000));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { url, stop };
}

/**
 * Starts a third Core in addition to DEV and TEST: database and users, bus, and admin with its workers. Also starts a
 * gateway that routes to admin of all three.
 */
export async function startThirdCore(system: SharedSystem): Promise<ThirdCore> {
  const { blueprint } = system;
  const passwords = Object.fromEntries(users.map((user) => [user, randomBytes(24).toString('base64url')]));
  const stores = storesOf(blueprint, passwords);
  const pas = async (args: readonly string[], env: Variables): Promise<string> => {
    const all = { ...blueprint.inherited, NODE_ENV: 'development', ENVIRONMENT: environment, ...env };
    const main = join(repositoryDir, 'apps/cli/src/main.ts');
    return (await run(process.execPath, [main, ...args], { env: all })).stdout.trim();
  };
  const nats = await prepareOwnNats(environment);
  await nats.start();
  await prepareCore(pas, { stores, passwords, nats });
  const admin = await startLike(system, 'test-admin', {
    ENVIRONMENT: environment,
    ...stores.of('admin-all'),
    NATS_URL: nats.urlOf('admin-all'),
  });
  const adminUrls = {
    DEV: urlsOf(blueprint, 'admin'),
    TEST: urlsOf(blueprint, 'test-admin'),
    [environment]: [admin.url],
  };
  const gateway = await startLike(system, 'gateway', { ADMIN_UPSTREAMS: JSON.stringify(adminUrls) });
  return {
    environment,
    gatewayUrl: gateway.url,
    adminUrl: admin.url,
    adminUrls,
    mintKey: async (tenant, scopes) =>
      pas(
        ['keys', 'create', '--tenant', tenant, '--name', 'Three Cores', '--scopes', scopes].concat([
          '--environments',
          `DEV,TEST,${environment}`,
        ]),
        { ...stores.of('cli'), API_KEY_PEPPER_SECRET: blueprint.secrets.apiKeyPepper },
      ),
    async stop() {
      await Promise.all([gateway.stop(), admin.stop()]);
      await nats.wipe();
    },
  };
}
