import { patchedFields } from '@pas/platform/http/sent-fields';
import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { emailKey } from '@pas/shared/contacts/email';
import { commitControl } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import type { TenantRow } from '@pas/shared/models/tenant';
import { requireScope } from '@pas/shared/principal/require-scope';
import { loadTenant } from './load-tenant.ts';
import { saveTenant } from './save-tenant.ts';
import type { UpdateTenant } from './tenant.schema.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateTenant;
}

type SettingsPatch = NonNullable<UpdateTenant['settings']>;

/** Returns the sent recipients of alerts. Another spelling of a known address is not a change. */
function keepSpellings(
  stored: TenantRow['settings']['alertRecipients'],
  sent: NonNullable<SettingsPatch['alertRecipients']>,
) {
  const known = new Map(stored.map(({ email }) => [emailKey(email), email]));
  return sent.map(({ email, ...rest }) => ({ email: known.get(emailKey(email)) ?? email, ...rest }));
}

const noBranding = { name: null, accent: null };

/** Returns the known subscriptions after a patch: those of an earlier customer no longer determine the billing. */
function marksAfter({ billing }: TenantRow, patch: UpdateTenant): Partial<TenantRow> {
  const customerId = patch.billing?.customerId;
  return customerId === undefined || customerId === billing.customerId ? {} : { billingMarks: [] };
}

/** Returns the fields that a patch writes; settings and billing are merged field by field. */
function changedFields(row: TenantRow, patch: UpdateTenant): Partial<TenantRow> {
  if (!patch.settings) return patchedFields(row, patch);
  const { alertRecipients, ...sent } = patch.settings;
  const branding = row.settings.branding ?? (sent.branding ? noBranding : null);
  const recipients = alertRecipients && {
    alertRecipients: keepSpellings(row.settings.alertRecipients, alertRecipients),
  };
  const stored = { ...row, settings: { ...row.settings, branding } };
  return patchedFields(stored, { ...patch, settings: { ...sent, ...recipients } });
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
  return commitControl(withTenant(ctx, id), async (change) => {
    const row = await loadTenant(ctx, id, change.session);
    requireVersion(row, ifMatch);
    return saveTenant(ctx, change, {
      row,
      fields: { ...changedFields(row, patch), ...marksAfter(row, patch) },
    });
  });
}
