import { readConfig } from '@pas/platform/config/read-config';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { pendingMigrations } from '@pas/platform/migrations/pending-migrations';
import { migrationIds } from '@pas/shared/migrations/all-migrations';
import { prepareDatabases } from '@pas/shared/migrations/prepare-databases';
import { connectDatabases, core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { applyIndexes } from '@pas/platform/mongo/indexes';
import { z } from 'zod';
import { daysBefore } from '../demo/demo-context.ts';
import { ensureKeys } from '../demo/ensure-keys.ts';
import { ensureTenants } from '../demo/ensure-tenants.ts';
import { fullLoad, loadTenant } from '../demo/load/load-tenant.ts';
import { profiles, tenantsOf } from '../demo/profiles.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { declareLocalBus } from './declare-local-bus.ts';
import { keepSecrets, type LocalEnvironment } from '../secrets.ts';

/**
 * Prepares the stores of a local system for its services: collections, indexes, streams and consumers of every
 * environment, the tenants and keys of `local.json`, and the demo. A program of its own, because the models are bound to one database, and whoever
 * runs a system, such as a test, may have them bound to another.
 */
const config = readConfig(
  z.object({
    CONTROL_MONGO_URL: z.string(),
    DEV_MONGO_URL: z.string(),
    TEST_MONGO_URL: z.string(),
    DEV_NATS_URL: z.string(),
    TEST_NATS_URL: z.string(),
    PORTAL_URL: z.string(),
    TEST_PORTAL_URL: z.string(),
    SECRETS_FILE: z.string(),
    DEMO_PROFILE: z.enum(profiles).optional(),
  }),
  process.env,
);
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

/** This program starts beside mongod, so that neither waits for the other to load. */
async function connectInTime(): Promise<void> {
  for (;;) {
    try {
      return await connectDatabases({ core: config.DEV_MONGO_URL, control: config.CONTROL_MONGO_URL });
    } catch (error) {
      console.warn(error);
    }
  }
}

/** Gives the databases of TEST, which is on the same server, what those of DEV have. */
async function applyTestIndexes(): Promise<void> {
  const { pathname } = new URL(config.TEST_MONGO_URL);
  const test = core.useDb(pathname.slice(1));
  for (const { modelName, schema } of Object.values(core.models)) test.model(modelName, schema);
  await applyIndexes(test);
  isTestPending = (await pendingMigrations(test, migrationIds)).length > 0;
}

/** Runs the migrations of TEST. They use the models, which are bound to one database at a time. */
async function migrateTest(): Promise<void> {
  await disconnectDatabases();
  await connectDatabases({ core: config.TEST_MONGO_URL, control: config.CONTROL_MONGO_URL });
  await prepareDatabases(programOf('TEST'));
}

/** What a demo is made with in an environment. */
function demoOf(environment: LocalEnvironment) {
  const { residentPassword, apiKeyPepper, [environment]: own } = secrets;
  const { inviteTokenSecret } = own;
  const portalUrl = environment === 'DEV' ? config.PORTAL_URL : config.TEST_PORTAL_URL;
  return { environment, inviteTokenSecret, portalUrl, residentPassword, apiKeyPepper };
}

/** The tenants are older than what they have. */
const tenantsDaysAgo = 405;

async function fillDev(): Promise<void> {
  await prepareDatabases(programOf('DEV'));
  const { DEMO_PROFILE: profile } = config;
  const tenants = tenantsOf(profile ?? 'demo');
  const customers = profile === 'load' ? [...tenants, loadTenant] : tenants;
  const tenantIds = await ensureTenants(customers, profile ? daysBefore(now, tenantsDaysAgo) : now);
  await ensureKeys(secrets, tenantIds, now);
  if (!profile) return;
  const demo = demoOf('DEV');
  await seedDemo({ ...demo, tenants, tenantIds }, now);
  const tenantId = tenantIds[tenants.length];
  if (tenantId === undefined) return;
  // A million rows of names: what makes them takes a while to load, and nobody else needs it.
  const { seedLoad } = await import('../demo/load/seed-load.ts');
  await seedLoad({ ...demo, tenantId, size: fullLoad }, now);
}

/** A building for each tenant, on the connection that DEV had. */
async function fillTest(): Promise<void> {
  if (!config.DEMO_PROFILE) return;
  await disconnectDatabases();
  await connectDatabases({ core: config.TEST_MONGO_URL, control: config.CONTROL_MONGO_URL });
  const tenants = tenantsOf('tiny');
  // They are there: DEV has made them.
  const tenantIds = await ensureTenants(tenants, now);
  await seedDemo({ ...demoOf('TEST'), tenants, tenantIds }, now);
}

const declared = Promise.all([
  declareLocalBus('DEV', config.DEV_NATS_URL),
  declareLocalBus('TEST', config.TEST_NATS_URL),
]);
await connectInTime();
await Promise.all([fillDev(), applyTestIndexes(), declared]);
if (isTestPending) await migrateTest();
await fillTest();
await disconnectDatabases();
