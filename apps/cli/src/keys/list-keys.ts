import { apiKeyStatusAt, apiKeyStatusFilter } from '@pas/shared/api-keys/key-state';
import { ApiKeyModel, type ApiKeyRow, type ApiKeyStatus } from '@pas/shared/models/api-key';
import { findTenantId } from './find-tenant-id.ts';

/** Filters of a list of keys. */
export interface ListKeys {
  /** Id or slug; null for platform keys. */
  tenant: string | null;
  status?: ApiKeyStatus;
}

/** Presents a key to operators, with only the last four characters of its secret. */
function presentKey(row: ApiKeyRow, now: Date) {
  const { _id: id, tenantId, name, prefix, last4, scopes, environments, propertyIds, rateLimit } = row;
  const { expiresAt, graceUntil, rotatedFrom, replacedBy, lastUsedAt, createdAt } = row;
  const status = apiKeyStatusAt(row, now);
  const grants = { scopes, environments, propertyIds, rateLimit };
  const times = { expiresAt, graceUntil, lastUsedAt, createdAt };
  return { id, tenantId, name, prefix, last4, status, ...grants, ...times, rotatedFrom, replacedBy };
}

/**
 * Lists keys, the newest first.
 *
 * @throws not_found for an unknown tenant
 */
export async function listKeys({ tenant, status }: ListKeys): Promise<ReturnType<typeof presentKey>[]> {
  const now = new Date();
  const tenantId = tenant === null ? null : await findTenantId(tenant);
  const filter = { tenantId, ...(status && apiKeyStatusFilter([status], now)) };
  const rows = await ApiKeyModel.find(filter).sort({ createdAt: -1, _id: -1 }).lean<ApiKeyRow[]>();
  return rows.map((row) => presentKey(row, now));
}
