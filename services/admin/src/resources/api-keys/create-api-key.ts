import { fenceParent } from '@pas/shared/fences/fence-parent';
import { insertApiKey } from '@pas/shared/api-keys/insert-api-key';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { apiKeyStatusFilter } from '@pas/shared/api-keys/key-state';
import { maxKeyDays, newApiKey, usualKeyDays } from '@pas/shared/api-keys/new-api-key';
import { actorOf } from '@pas/shared/audit/prepare-record';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict, invalidField } from '@pas/shared/errors/raise';
import { commitControl, type Change } from '@pas/shared/change/commit';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { loadProperty } from '../properties/load-property.ts';
import type { CreateApiKey } from './api-key.schema.ts';
import type { ApiKeys } from './api-keys.ts';
import { requireGrantable } from './require-grantable.ts';

/** A key, and the secret that is shown this once. */
export interface CreatedApiKey {
  row: ApiKeyRow;
  secret: string;
}

const dayMs = 24 * 3600 * 1000;

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** @throws invalid for an end that has passed, or is further away than a key may live */
export function requireLifetime({ now }: OperationContext, expiresAt: Date | undefined): void {
  if (expiresAt === undefined) return;
  const lifeMs = expiresAt.getTime() - now.getTime();
  if (lifeMs > 0 && lifeMs <= maxKeyDays * dayMs) return;
  const message = `expiresAt: Expected a time to come, at most ${maxKeyDays} days ahead.`;
  throw invalidField('expiresAt', 'out_of_range', message);
}

/** @throws conflict when the tenant has as many live keys as it may have */
async function requirePlace(ctx: OperationContext, { session }: Change, maxLive: number): Promise<void> {
  const filter = { tenantId: ctx.tenantId, ...apiKeyStatusFilter(['ACTIVE', 'ROTATING'], ctx.now) };
  if ((await ApiKeyModel.countDocuments(filter).session(session)) < maxLive) return;
  throw conflict(
    'key_limit_reached',
    `The tenant has ${maxLive} live keys, as many as it may have. Revoke one that nobody needs.`,
  );
}

function layOut(ctx: OperationContext, { pepper }: ApiKeys, input: CreateApiKey): CreatedApiKey {
  const minted = mintApiKey(ctx.environment);
  const facts = {
    tenantId: ctx.tenantId,
    name: input.name,
    scopes: unique(input.scopes),
    environments: unique(input.environments ?? [ctx.environment]),
    propertyIds: input.propertyIds ? unique(input.propertyIds) : null,
    rateLimit: input.rateLimit ?? { limit: 600, windowSeconds: 60 },
    createdBy: actorOf(ctx),
    days: usualKeyDays,
  };
  const row = newApiKey(minted, facts, { pepper, now: ctx.now });
  return { row: { ...row, expiresAt: input.expiresAt ?? row.expiresAt }, secret: minted.key };
}

/**
 * Issues a key that may do no more than its issuer.
 *
 * The tenant's row is written with each key: of two issuers at once, the second one counts the first one's key.
 *
 * @throws invalid for its end, forbidden for what the issuer lacks, not_found for a property, conflict at the limit
 */
export async function createApiKey(
  ctx: OperationContext,
  keys: ApiKeys,
  input: CreateApiKey,
): Promise<CreatedApiKey> {
  requireLifetime(ctx, input.expiresAt);
  const created = layOut(ctx, keys, input);
  const { row } = created;
  await requireGrantable(ctx, row);
  for (const propertyId of row.propertyIds ?? []) await loadProperty(ctx, propertyId);
  return commitControl(ctx, async (change) => {
    await fenceParent(change.transaction, { kind: 'tenant', tenantId: ctx.tenantId, id: ctx.tenantId });
    await requirePlace(ctx, change, keys.maxLive);
    await insertApiKey(change, row);
    return created;
  });
}
