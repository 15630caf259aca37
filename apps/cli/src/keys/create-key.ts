import { insertApiKey } from '@pas/shared/api-keys/insert-api-key';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { newApiKey } from '@pas/shared/api-keys/new-api-key';
import type { ApiKeyRow } from '@pas/shared/models/api-key';
import { findTenantId } from './find-tenant-id.ts';
import { actorOf, changeKeys, type KeyOperator } from './key-change.ts';

/** The key that an operator requests. */
export interface CreateKey {
  /** Id or slug; null for a platform key, which has the scope `platform` and belongs to no tenant. */
  tenant: string | null;
  name: string;
  scopes: readonly string[];
  environments: readonly string[];
  days: number;
  /** Requests per minute. */
  rateLimit: number;
}

/** The operator and the pepper that hashes new keys. */
export interface KeyMinter extends KeyOperator {
  pepper: string;
}

export interface CreatedKey {
  row: ApiKeyRow;
  /** The key itself, shown once. */
  key: string;
}

/**
 * Creates a key for a tenant or for the platform. A tenant's audit trail records its key; the platform has no trail.
 *
 * @throws not_found for an unknown tenant
 */
export async function createKey(minter: KeyMinter, { tenant, ...wanted }: CreateKey): Promise<CreatedKey> {
  const now = new Date();
  const tenantId = tenant === null ? null : await findTenantId(tenant);
  const minted = mintApiKey(minter.environment);
  const row = newApiKey(
    minted,
    {
      tenantId,
      name: wanted.name,
      scopes: [...wanted.scopes],
      environments: [...wanted.environments],
      propertyIds: null,
      rateLimit: { limit: wanted.rateLimit, windowSeconds: 60 },
      createdBy: actorOf(minter),
      days: wanted.days,
    },
    { pepper: minter.pepper, now },
  );
  await changeKeys(minter, { tenantId, now }, (change) => insertApiKey(change, row, actorOf(minter)));
  return { row, key: minted.key };
}
