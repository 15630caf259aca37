import { patchedFields } from '@pas/platform/http/sent-fields';
import { requireVersion } from '@pas/platform/http/if-match';
import { auditedApiKey } from '@pas/shared/api-keys/audited-api-key';
import { passedNotice } from '@pas/shared/api-keys/expiry-notices';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commitControl, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { requireFreshLogin } from '@pas/shared/principal/require-fresh-login';
import { loadProperty } from '../properties/load-property.ts';
import type { UpdateApiKey } from './api-key.schema.ts';
import { requireLimits } from './choose-limits.ts';
import { isWidened } from './is-widened.ts';
import { loadApiKey } from './load-api-key.ts';
import { holdIssuer, readIssuer, type Issuer } from './read-issuer.ts';
import { requireGrantable } from './require-grantable.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateApiKey;
}

type Fields = Partial<ApiKeyRow>;

const unique = (values: readonly string[]): string[] => [...new Set(values)];

function requireChangeable({ status }: ApiKeyRow): void {
  if (status === 'ACTIVE' || status === 'ROTATING') return;
  throw conflict('key_ended', 'The key is expired or revoked and cannot be changed. Create a new one.');
}

/** Returns the patched end of a key. The grace period of a rotated key never exceeds it. */
function patchedEnd({ status, graceUntil }: ApiKeyRow, expiresAt: Date, now: Date): Fields {
  const isCut = status === 'ROTATING' && graceUntil !== null && graceUntil > expiresAt;
  return { expiresAt, noticedDays: passedNotice(expiresAt, now), ...(isCut && { graceUntil: expiresAt }) };
}

/** Returns the fields that a patch writes; the two parts of the rate are merged. */
function changedFields(row: ApiKeyRow, patch: UpdateApiKey, now: Date): Fields {
  const { scopes, environments, propertyIds, expiresAt } = patch;
  return {
    ...patchedFields(row, patch),
    ...(scopes && { scopes: unique(scopes) }),
    ...(environments && { environments: unique(environments) }),
    ...(propertyIds && { propertyIds: unique(propertyIds) }),
    ...(expiresAt && patchedEnd(row, expiresAt, now)),
  };
}

/** @throws invalid for a new end or rate that is not allowed, or beyond the caller's own key */
function requireNewLimits(
  ctx: OperationContext,
  issuer: Issuer,
  [before, after]: [ApiKeyRow, ApiKeyRow],
): void {
  const isEndNew = after.expiresAt.getTime() !== before.expiresAt.getTime();
  const { limit, windowSeconds } = before.rateLimit;
  const isRateNew = after.rateLimit.limit !== limit || after.rateLimit.windowSeconds !== windowSeconds;
  requireLimits(
    { ...(isEndNew && { expiresAt: after.expiresAt }), ...(isRateNew && { rateLimit: after.rateLimit }) },
    ctx.now,
    issuer.bounds,
  );
}

/**
 * Checks the end and the rate of a patch when other fields have problems.
 *
 * @throws not_found, invalid
 */
export async function checkNewLimits(ctx: OperationContext, id: string, patch: UpdateApiKey): Promise<void> {
  const row = await loadApiKey(ctx, id);
  const { expiresAt, rateLimit } = patch;
  const after = { ...row, ...changedFields(row, { expiresAt, rateLimit }, ctx.now) };
  requireNewLimits(ctx, await readIssuer(ctx), [row, after]);
}

async function saveKey(
  { now }: OperationContext,
  change: Change,
  { row, fields }: { row: ApiKeyRow; fields: Fields },
): Promise<ApiKeyRow> {
  const changes = fieldChanges(row, { ...row, ...fields }, auditedApiKey);
  if (changes.length === 0) return row;
  const saved = { ...fields, version: row.version + 1, updatedAt: now };
  const filter = { _id: row._id, tenantId: row.tenantId };
  await ApiKeyModel.updateOne(filter, { $set: saved }, { session: change.session });
  change.record({ action: 'api_key.updated', targets: [{ type: 'api_key', id: row._id }], changes });
  return { ...row, ...saved };
}

/**
 * Changes a key. The caller must hold all its grants, before and after the change. A patch without changes
 * leaves version and audit unchanged.
 *
 * @throws not_found, precondition_failed, invalid for an end or rate that is not allowed
 * @throws forbidden for grants that the caller lacks, and for a wider key without a fresh log-in
 * @throws conflict (`key_ended`) for an expired or revoked key
 */
export async function updateApiKey(
  ctx: OperationContext,
  { id, ifMatch, patch }: Update,
): Promise<ApiKeyRow> {
  const issuer = await readIssuer(ctx);
  for (const propertyId of patch.propertyIds ?? []) await loadProperty(ctx, propertyId);
  return commitControl(ctx, async (change) => {
    await holdIssuer(ctx, change);
    const row = await loadApiKey(ctx, id, change.session);
    const fields = changedFields(row, patch, ctx.now);
    const after = { ...row, ...fields };
    for (const grants of [row, after]) requireGrantable(ctx, issuer, grants);
    if (isWidened(row, after)) requireFreshLogin(ctx.principal);
    requireNewLimits(ctx, issuer, [row, after]);
    requireVersion(row, ifMatch);
    requireChangeable(row);
    return saveKey(ctx, change, { row, fields });
  });
}
