import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { newApiKey, usualKeyDays } from '@pas/shared/api-keys/new-api-key';
import type { ApiKeyRow } from '@pas/shared/models/api-key';

/** A live key's row, as its issuing leaves it; the tenant's limit is not asked. */
export function apiKeyRow(tenantId: string, fields: Partial<ApiKeyRow> = {}): ApiKeyRow {
  const facts = {
    tenantId,
    name: 'Nightly import',
    scopes: ['units:read'],
    environments: ['TEST'],
    propertyIds: null,
    rateLimit: { limit: 600, windowSeconds: 60 },
    createdBy: { type: 'SYSTEM', id: null, name: 'test' },
    days: usualKeyDays,
  };
  const row = newApiKey(mintApiKey('TEST'), facts, { pepper: 'no request proves this key', now: new Date() });
  return { ...row, ...fields };
}
