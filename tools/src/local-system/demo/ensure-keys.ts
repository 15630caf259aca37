import type { MintedApiKey } from '@pas/shared/api-keys/key-format';
import { maxKeyDays, newApiKey } from '@pas/shared/api-keys/new-api-key';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { roleScopes } from '@pas/shared/principal/scopes';
import { localEnvironments, type Secrets } from '../secrets.ts';

interface LocalKey {
  minted: MintedApiKey;
  name: string;
  tenantId: string | null;
  scopes: readonly string[];
}

/** Maximum rate limit of a key, high enough for load tests on one machine. */
const rateLimit = { limit: 60_000, windowSeconds: 60 };

/** Stores a key of `local.json`. Its lifetime starts again on each run. */
async function ensureKey(key: LocalKey, pepper: string, now: Date): Promise<void> {
  const { expiresAt, ...row } = newApiKey(
    key.minted,
    {
      tenantId: key.tenantId,
      name: key.name,
      scopes: [...key.scopes],
      environments: [...localEnvironments],
      propertyIds: null,
      rateLimit,
      createdBy: { type: 'SYSTEM', id: null, name: 'local system' },
      days: maxKeyDays,
    },
    { pepper, now },
  );
  const update = { $set: { expiresAt }, $setOnInsert: row };
  await ApiKeyModel.updateOne({ publicId: key.minted.publicId }, update, { upsert: true });
}

/** Stores the keys of `local.json`: one for each tenant and one for the platform. */
export async function ensureKeys(secrets: Secrets, tenantIds: readonly string[], now: Date): Promise<void> {
  const [first = null, second = null, load] = tenantIds;
  const keys: LocalKey[] = [
    { minted: secrets.apiKey, name: 'Local system', tenantId: first, scopes: roleScopes.OWNER },
    {
      minted: secrets.secondTenantApiKey,
      name: 'Local system',
      tenantId: second,
      scopes: roleScopes.OWNER,
    },
    ...(load === undefined
      ? []
      : [
          {
            minted: secrets.loadTenantApiKey,
            name: 'Local system',
            tenantId: load,
            scopes: roleScopes.OWNER,
          },
        ]),
    { minted: secrets.platformApiKey, name: 'Local platform', tenantId: null, scopes: ['platform'] },
  ];
  await Promise.all(keys.map((key) => ensureKey(key, secrets.apiKeyPepper, now)));
}
