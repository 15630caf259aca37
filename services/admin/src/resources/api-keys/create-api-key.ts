import { sentFields } from '@pas/platform/http/sent-fields';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import { passedNotice } from '@pas/shared/api-keys/expiry-notices';
import { issuerEmailHash } from '@pas/shared/api-keys/flag-for-review';
import { insertApiKey } from '@pas/shared/api-keys/insert-api-key';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { apiKeyStatusFilter } from '@pas/shared/api-keys/key-state';
import { newApiKey, defaultKeyDays } from '@pas/shared/api-keys/new-api-key';
import { actorOf } from '@pas/shared/audit/prepare-record';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { commitControl, type Change } from '@pas/shared/change/commit';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { loadProperty } from '../properties/load-property.ts';
import type { CreateApiKey } from './api-key.schema.ts';
import type { ApiKeys } from './api-keys.ts';
import { chooseLimits, type KeyLimits } from './choose-limits.ts';
import { readIssuer } from './read-issuer.ts';
import { requireGrantable } from './require-grantable.ts';

/** A new key, with the secret that only one answer shows. */
export interface CreatedApiKey {
  row: ApiKeyRow;
  secret: string;
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * A key with a successor does not count: it ends with its grace period.
 *
 * @throws conflict when the tenant has the maximum number of live keys
 */
async function requireBelowLimit(ctx: OperationContext, { session }: Change, maxLive: number): Promise<void> {
  const filter = { tenantId: ctx.tenantId, ...apiKeyStatusFilter(['ACTIVE'], ctx.now) };
  if ((await ApiKeyModel.countDocuments(filter).session(session)) < maxLive) return;
  throw conflict(
    'key_limit_reached',
    `The tenant has ${maxLive} live keys, which is the maximum. Revoke one that is no longer used.`,
  );
}

/** Returns the grants of a new key, with defaults for missing ones. */
function grantedBy({ environment }: OperationContext, input: CreateApiKey) {
  const { rateLimit: _limit, expiresAt: _end, ...granted } = input;
  return {
    ...sentFields(granted),
    scopes: unique(input.scopes),
    environments: unique(input.environments ?? [environment]),
    propertyIds: input.propertyIds ? unique(input.propertyIds) : null,
  };
}

function buildKey(
  ctx: OperationContext,
  pepper: string,
  granted: ReturnType<typeof grantedBy> & KeyLimits,
): CreatedApiKey {
  const minted = mintApiKey(ctx.environment);
  const { expiresAt, ...rest } = granted;
  const facts = {
    ...rest,
    tenantId: ctx.tenantId,
    createdBy: actorOf(ctx),
    issuerEmailHash: issuerEmailHash(ctx.principal.email),
    days: defaultKeyDays,
  };
  const row = newApiKey(minted, facts, { pepper, now: ctx.now });
  return {
    row: { ...row, expiresAt, noticedDays: passedNotice(expiresAt, ctx.now) },
    secret: minted.key,
  };
}

/**
 * Issues a key with no more rights than its issuer. If the issuer is a key, the new key has no later end and
 * no higher rate.
 *
 * The tenant's row is written with each key and each revocation. The second of two concurrent issuers counts the key
 * of the first. A key that is being revoked issues none.
 *
 * @throws forbidden for rights that the issuer lacks
 * @throws invalid for an end or a rate, not_found for a property, conflict at the limit
 */
export async function createApiKey(
  ctx: OperationContext,
  { pepper, maxLive }: ApiKeys,
  input: CreateApiKey,
): Promise<CreatedApiKey> {
  const issuer = await readIssuer(ctx);
  const granted = grantedBy(ctx, input);
  requireGrantable(ctx, issuer, granted);
  const created = buildKey(ctx, pepper, { ...granted, ...chooseLimits(input, ctx.now, issuer.bounds) });
  for (const propertyId of granted.propertyIds ?? []) await loadProperty(ctx, propertyId);
  return commitControl(ctx, async (change) => {
    await fenceParent(change.transaction, { kind: 'tenant', tenantId: ctx.tenantId, id: ctx.tenantId });
    await readIssuer(ctx, change.session);
    await requireBelowLimit(ctx, change, maxLive);
    await insertApiKey(change, created.row);
    return created;
  });
}
