import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { forbidden } from '@pas/shared/errors/raise';
import { isPlatform } from '@pas/shared/principal/principal';
import type { ApiKeys } from './api-keys.ts';
import type { CreatedApiKey } from './create-api-key.ts';
import { rotateApiKey } from './rotate-api-key.ts';

/**
 * Rotates the key of the request. Its successor ends no later than the key itself.
 *
 * @param graceSeconds how long the key works beside its successor
 * @throws forbidden (`api_key_required`) for people and keys of the platform, conflict (`key_not_rotatable`) for a key
 *   that is rotated already
 */
export async function rotateOwnApiKey(
  ctx: PublicContext,
  keys: ApiKeys,
  graceSeconds: number,
): Promise<CreatedApiKey> {
  const { principal, tenantId } = ctx;
  if (principal.kind !== 'api_key' || tenantId === null || isPlatform(principal)) {
    throw forbidden(
      'api_key_required',
      'Only an API key of a tenant rotates itself. Staff rotate a key by its id; operators rotate a platform key with `pas keys rotate`.',
    );
  }
  return rotateApiKey(withTenant(ctx, tenantId), keys, { id: principal.id ?? '', graceSeconds });
}
