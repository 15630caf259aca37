import { sentFields } from '@pas/platform/http/sent-fields';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { emailKey } from '@pas/shared/contacts/email';
import { commitControl } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/parse-input';
import { withSources } from '@pas/platform/mongo/derive-fields';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { requireScope } from '@pas/shared/principal/require-scope';
import { throwAlreadyExists } from '../throw-already-exists.ts';
import { loadTenant } from './load-tenant.ts';
import { auditableTenant, auditedTenant, takenFields, type UpdateTenant } from './tenant.schema.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateTenant;
}

type SettingsPatch = NonNullable<UpdateTenant['settings']>;

/** Returns the sent recipients of alerts. Another spelling of a known address is no change. */
function keepSpellings(
  stored: TenantRow['settings']['alertRecipients'],
  sent: NonNullable<SettingsPatch['alertRecipients']>,
) {
  const known = new Map(stored.map(({ email }) => [emailKey(email), email]));
  return sent.map(({ email, ...rest }) => ({ email: known.get(emailKey(email)) ?? email, ...rest }));
}

function patchedSettings(
  stored: TenantRow['settings'],
  { retentionDays, alertRecipients, ...sent }: SettingsPatch,
): TenantRow['settings'] {
  const kept = retentionDays && {
    retentionDays: { ...stored.retentionDays, ...sentFields(retentionDays) },
  };
  const recipients = alertRecipients && {
    alertRecipients: keepSpellings(stored.alertRecipients, alertRecipients),
  };
  return { ...stored, ...sentFields(sent), ...kept, ...recipients };
}

/** Returns the fields that a patch writes; settings and billing are merged field by field. */
function patchedFields(row: TenantRow, { settings, billing, ...patch }: UpdateTenant) {
  const sent = sentFields(patch);
  return {
    ...sent,
    settings: patchedSettings(row.settings, settings ?? {}),
    billing: { ...row.billing, ...sentFields(billing ?? {}) },
  };
}

function requirePlatformFields(ctx: PublicContext, patch: UpdateTenant): void {
  const { slug, status, billing, organizationId } = patch;
  if ([slug, status, billing, organizationId].some((field) => field !== undefined))
    requireScope(ctx.principal, 'platform');
}

/**
 * Changes a tenant. Its own callers change name and settings; the platform also changes slug, status, billing
 * and organization.
 *
 * @throws not_found, forbidden for the platform's fields, precondition_failed, conflict when slug or
 * organization is taken
 */
export async function updateTenant(ctx: PublicContext, { id, ifMatch, patch }: Update): Promise<TenantRow> {
  requirePlatformFields(ctx, patch);
  await loadTenant(ctx, id);
  const write = commitControl(withTenant(ctx, id), async (change) => {
    const row = await loadTenant(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const fields = patchedFields(row, patch);
    const changes = fieldChanges(auditableTenant(row), auditableTenant({ ...row, ...fields }), auditedTenant);
    if (changes.length === 0) return row;
    change.record({ action: 'tenant.updated', targets: [{ type: 'tenant', id }], changes });
    const saved = { ...withSources(TenantModel, row, fields), version: row.version + 1, updatedAt: ctx.now };
    await TenantModel.updateOne({ _id: id }, { $set: saved }, { session: change.session });
    return { ...row, ...saved };
  });
  return write.catch((error: unknown) => throwAlreadyExists(error, 'tenant', takenFields));
}
