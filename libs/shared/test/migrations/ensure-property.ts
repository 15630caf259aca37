import { core } from '@pas/platform/mongo/connections';

/** Inserts the row of a property, unless it exists. Migrations of units read only its id and tenant. */
export async function ensureProperty(tenantId: string, propertyId: string): Promise<void> {
  const properties = core.db?.collection<{ _id: string; tenantId: string; isLive: boolean }>('properties');
  const $setOnInsert = { tenantId, isLive: true };
  await properties?.updateOne({ _id: propertyId }, { $setOnInsert }, { upsert: true });
}
