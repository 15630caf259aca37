import { apiKeyStatusFilter } from '@pas/shared/api-keys/key-state';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Change } from '@pas/shared/change/commit';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';

/**
 * Revokes every live key of the tenant in the given change and publishes an event for each.
 *
 * @returns the ids of the keys that were revoked
 */
export async function revokeKeysOfTenant(
  { tenantId, now }: OperationContext,
  change: Change,
  revokedReason: string,
): Promise<string[]> {
  const live = { tenantId, ...apiKeyStatusFilter(['ACTIVE', 'ROTATING'], now) };
  const keys = await ApiKeyModel.find(live, { version: 1 }).session(change.session).lean<ApiKeyRow[]>();
  const keyIds = keys.map(({ _id }) => _id);
  await ApiKeyModel.updateMany(
    { _id: { $in: keyIds } },
    { $set: { status: 'REVOKED', revokedAt: now, revokedReason, updatedAt: now }, $inc: { version: 1 } },
    { session: change.session },
  );
  for (const { _id: keyId, version } of keys)
    change.publish({
      type: 'pas.v1.keys.key.revoked',
      subject: keyId,
      data: { aggregateVersion: version + 1, keyId },
    });
  return keyIds;
}
