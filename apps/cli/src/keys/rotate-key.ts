import { mintSuccessor } from '@pas/shared/api-keys/key-format';
import { newSuccessor } from '@pas/shared/api-keys/new-successor';
import { replaceApiKey } from '@pas/shared/api-keys/replace-api-key';
import type { CreatedKey } from './create-key.ts';
import { findKey } from './find-key.ts';
import { actorOf, changeKeys, type KeyOperator } from './key-change.ts';

interface RotateKey {
  /** Id or prefix. */
  key: string;
  graceSeconds: number;
  pepper: string;
}

/**
 * Rotates a key of a tenant or of the platform. The successor has the same grants and the same lifetime.
 *
 * @throws not_found, conflict (`key_not_rotatable`) for a key that is not ACTIVE
 */
export async function rotateKey(
  by: KeyOperator,
  { key, graceSeconds, pepper }: RotateKey,
): Promise<CreatedKey> {
  const now = new Date();
  const actor = actorOf(by);
  const { tenantId } = await findKey(key, now);
  return changeKeys(by, { tenantId, now }, async (change) => {
    const row = await findKey(key, now, change.session);
    const minted = mintSuccessor(row.prefix);
    const rotator = { createdBy: actor, endsBy: null, rateLimit: row.rateLimit };
    const successor = newSuccessor(row, rotator, { minted, pepper, now });
    await replaceApiKey(change, { row, successor, graceSeconds, now, actor });
    return { row: successor, key: minted.key };
  });
}
