import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '@pas/platform/config/read-config';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { pendingMigrations } from '@pas/platform/migrations/pending-migrations';
import { migrationIds } from '@pas/shared/migrations/all-migrations';
import { prepareDatabases } from '@pas/shared/migrations/prepare-databases';
import { connectDatabases, core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { declaredCollections } from '@pas/platform/mongo/define-model';
import { applyUsers } from '@pas/platform/mongo/users/apply-users';
import { UsersError } from '@pas/platform/mongo/users/users-error';
import { WantedUsers } from '@pas/platform/mongo/users/wanted-users';
import { withUserServers, type OperatorUrls } from '@pas/platform/mongo/users/with-user-servers';
import { applyIndexes } from '@pas/platform/mongo/indexes';
import '@pas/shared/models/all-models';
import { createConnection } from 'mongoose';
import { z } from 'zod';
import { daysBefore } from '../demo/demo-context.ts';
import { ensureControllers } from '../demo/ensure-controllers.ts';
import { ensureKeys } from '../demo/ensure-keys.ts';
import { ensureTenants } from '../demo/ensure-tenants.ts';
import { fullLoad, loadTenant } from '../demo/load/load-tenant.ts';
import { profiles, tenantsOf } from '../demo/profiles.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { declareLocalBus } from './declare-local-bus.ts';
import { keepSecrets, type LocalEnvironment } from '../secrets.ts';

/**
 * Prepares the stores of a local system for its services. It creates users, collections, indexes, streams and consumers
 * of every environment, the tenants and keys of `local.json`, and the demo. It runs as a separate program, because
 * models are bound to one database. A test that runs a system may have bound them to another.
 */
const databaseFields = {
  OPERATOR_CONTROL_MONGO_URL: z.string(),
  DEV_MONGO_USERS: WantedUsers,
  DEV_MONGO_URL: z.string(),
  DEV_CONTROL_MONGO_URL: z.string(),
  DEV_OPERATOR_MONGO_URL: z.string(),
  TEST_MONGO_USERS: WantedUsers,
  TEST_MONGO_URL: z.string(),
  TEST_CONTROL_MONGO_URL: z.string(),
  TEST_OPERATOR_MONGO_URL: z.string(),
};
const config = readConfig(
  z.object({
    ...databaseFields,
    DEV_NATS_URL: z.string(),
    TEST_NATS_URL: z.string(),
    STREAM_REPLICAS: z.coerce.number(),
    PORTAL_URL: z.string(),
    TEST_PORTAL_URL: z.string(),
    SECRETS_FILE: z.string(),
    DOORS_FILE: z.string(),
    DEMO_PROFILE: z.enum(profiles).optional(),
  }),
  process.env,
);
const { OPERATOR_CONTROL_MONGO_URL: operatorControl } = config;
/** URLs of the databases of each environment, for the operator and for the step before a release. */
const databases = {
  DEV: {
    users: config.DEV_MONGO_USERS,
    operator: { core: config.DEV_OPERATOR_MONGO_URL, control: operatorControl },
    migrations: { core: config.DEV_MONGO_URL, control: config.DEV_CONTROL_MONGO_URL },
  },
  TEST: {
    users: config.TEST_MONGO_USERS,
    operator: { core: config.TEST_OPERATOR_MONGO_URL, control: operatorControl },
    migrations: { core: config.TEST_MONGO_URL, control: config.TEST_CONTROL_MONGO_URL },
  },
};
const secrets = keepSecrets(config.SECRETS_FILE);
const now = new Date();
let isTestPending = false;

const programOf = (environment: string) => ({
  service: 'cli',
  name: 'script/server',
  environment,
  events: leaveToSweeper,
  log: createLogger({ service: 'cli', environment, level: 'silent' }),
});

/** Delay before another try as the operator, in milliseconds. */
const retryMs = 50;

/** Creates the users, with retries, because this program starts concurrently with mongod. */
async function applyUsersInTime(environment: LocalEnvironment): Promise<void> {
  const { operator, users } = databases[environment];
  for (;;) {
    try {
      await withUserServers(operator, declaredCollections(), async (servers) => applyUsers(servers, users));
      return;
    } catch (error) {
      if (error instanceof UsersError)
        throw new Error(
          `${config.SECRETS_FILE} has other passwords than the data. Restore it, or remove the whole directory to start with a new system.`,
          { cause: error },
        );
      console.warn(error);
      await pause(retryMs);
    }
  }
}

/** Creates the collections and indexes of TEST, which is on the same server as DEV. */
async function applyTestIndexes(): Promise<void> {
  const test = await createConnection(databases.TEST.migrations.core).asPromise();
  try {
    for (const { modelName, schema } of Object.values(core.models)) test.model(modelName, schema);
    await applyIndexes(test);
    isTestPending = (await pendingMigrations(test, migrationIds)).length > 0;
  } finally {
    await test.close();
  }
}

async function reconnect(urls: OperatorUrls): Promise<void> {
  await disconnectDatabases();
  await connectDatabases(urls);
}

/** Runs the migrations of TEST after rebinding the models, which use one database at a time. */
async function migrateTest(): Promise<void> {
  await reconnect(databases.TEST.migrations);
  await prepareDatabases(programOf('TEST'));
}

/** Returns the settings of the demo in an environment. */
function demoOf(environment: LocalEnvironment) {
  const { residentPassword, apiKeyPepper, [environment]: own } = secrets;
  const { inviteTokenSecret } = own;
  const portalUrl = environment === 'DEV' ? config.PORTAL_URL : config.TEST_PORTAL_URL;
  return { environment, inviteTokenSecret, portalUrl, residentPassword, apiKeyPepper };
}

/** Age of the tenants in days, more than that of their rows. */
const tenantsDaysAgo = 405;

/** Creates tenants, keys and the demo as the operator, because no service may write all of these rows. */
async function fillDev(): Promise<void> {
  const { DEMO_PROFILE: profile } = config;
  const tenants = tenantsOf(profile ?? 'demo');
  const customers = profile === 'load' ? [...tenants, loadTenant] : tenants;
  const tenantIds = await ensureTenants(customers, profile ? daysBefore(now, tenantsDaysAgo) : now);
  await ensureKeys(secrets, tenantIds, now);
  if (!profile) return;
  const demo = demoOf('DEV');
  await seedDemo({ ...demo, tenants, tenantIds }, now);
  await ensureControllers({ ...demo, tenants, tenantIds, file: config.DOORS_FILE }, now);
  const tenantId = tenantIds[tenants.length];
  if (tenantId === undefined) return;
  // Loaded on demand, because the generator of names is slow to import.
  const { seedLoad } = await import('../demo/load/seed-load.ts');
  await seedLoad({ ...demo, tenantId, size: fullLoad }, now);
}

/** Adds a building for each tenant, on the connection that DEV used. */
async function fillTest(): Promise<void> {
  if (!config.DEMO_PROFILE) return;
  await reconnect(databases.TEST.operator);
  const tenants = tenantsOf('tiny');
  // Finds the tenants, which DEV created.
  const tenantIds = await ensureTenants(tenants, now);
  await seedDemo({ ...demoOf('TEST'), tenants, tenantIds }, now);
}

const declared = Promise.all([
  declareLocalBus('DEV', config.DEV_NATS_URL, config.STREAM_REPLICAS),
  declareLocalBus('TEST', config.TEST_NATS_URL, config.STREAM_REPLICAS),
]);
await applyUsersInTime('DEV');
await applyUsersInTime('TEST');
await connectDatabases(databases.DEV.migrations);
const testIndexes = applyTestIndexes();
await prepareDatabases(programOf('DEV'));
await reconnect(databases.DEV.operator);
await Promise.all([fillDev(), testIndexes, declared]);
if (isTestPending) await migrateTest();
await fillTest();
await disconnectDatabases();
