import { readConfig } from '@pas/shared/config/read-config';
import { applyAllIndexes } from '@pas/shared/models/apply-all-indexes';
import { connectDatabases, disconnectDatabases } from '@pas/shared/mongo/connections';
import { z } from 'zod';
import { ensureKeys } from '../demo/ensure-keys.ts';
import { ensureTenants } from '../demo/ensure-tenants.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { keepSecrets } from '../secrets.ts';

/**
 * Prepares the databases of a local system for its services: collections and indexes of every environment, the tenants
 * and keys of `local.json`, and the demo. A program of its own, because the models are bound to one environment's
 * database at a time, and whoever runs the system may have them bound to another.
 */
const config = readConfig(
  z.object({
    CONTROL_MONGO_URL: z.string(),
    DEV_MONGO_URL: z.string(),
    TEST_MONGO_URL: z.string(),
    PORTAL_URL: z.string(),
    SECRETS_FILE: z.string(),
    IS_EMPTY: z.stringbool(),
  }),
  process.env,
);
const secrets = keepSecrets(config.SECRETS_FILE);
const now = new Date();

await connectDatabases({ core: config.DEV_MONGO_URL, control: config.CONTROL_MONGO_URL });
await applyAllIndexes();
const tenantIds = await ensureTenants(now);
await ensureKeys(secrets, tenantIds, now);
if (!config.IS_EMPTY) {
  await seedDemo(
    {
      tenantIds,
      inviteTokenSecret: secrets.DEV.inviteTokenSecret,
      portalUrl: config.PORTAL_URL,
      residentPassword: secrets.residentPassword,
    },
    now,
  );
}
await disconnectDatabases();

await connectDatabases({ core: config.TEST_MONGO_URL, control: config.CONTROL_MONGO_URL });
await applyAllIndexes();
await disconnectDatabases();
