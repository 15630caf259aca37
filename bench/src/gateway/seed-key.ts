import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { newApiKey } from '@pas/shared/api-keys/new-api-key';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { newTenant } from '@pas/shared/models/new-tenant';
import { TenantModel } from '@pas/shared/models/tenant';
import { connectDatabases, control, core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { applyIndexes } from '@pas/platform/mongo/indexes';

async function addTenant(now: Date): Promise<string> {
  const tenant = newTenant(now, { name: 'Harbor Living', slug: 'harbor-living' });
  await TenantModel.insertMany([tenant]);
  return tenant._id;
}

/** Makes empty databases as a deployment does, one tenant, and its API key for DEV. */
export async function seedKey(urls: { core: string; control: string }, pepper: string): Promise<string> {
  await connectDatabases(urls);
  try {
    await Promise.all([applyIndexes(core), applyIndexes(control)]);
    const now = new Date();
    const minted = mintApiKey('DEV');
    const facts = {
      tenantId: await addTenant(now),
      name: 'Night import',
      scopes: ['units:read', 'units:write', 'properties:read'],
      environments: ['DEV'],
      propertyIds: null,
      // No limit that a load could reach. A shorter window has leases renewed more often than any real key.
      rateLimit: { limit: 60_000, windowSeconds: 4 },
      createdBy: { type: 'SYSTEM' as const, id: null, name: null },
      days: 30,
    };
    await ApiKeyModel.insertMany([newApiKey(minted, facts, { pepper, now })]);
    return minted.key;
  } finally {
    await disconnectDatabases();
  }
}
