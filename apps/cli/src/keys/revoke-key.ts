import { endApiKey } from '@pas/shared/api-keys/end-api-key';
import type { ApiKeyRow } from '@pas/shared/models/api-key';
import { findKey } from './find-key.ts';
import { actorOf, changeKeys, type KeyOperator } from './key-change.ts';

/**
 * Revokes a key of a tenant or of the platform. Leaves an already revoked key unchanged.
 *
 * @throws not_found
 */
export async function revokeKey(
  by: KeyOperator,
  { key, reason }: { key: string; reason: string | null },
): Promise<ApiKeyRow> {
  const now = new Date();
  const { tenantId } = await findKey(key, now);
  return changeKeys(by, { tenantId, now }, async (change) => {
    const row = await findKey(key, now, change.session);
    return endApiKey(change, { row, reason, now, actor: actorOf(by) });
  });
}
