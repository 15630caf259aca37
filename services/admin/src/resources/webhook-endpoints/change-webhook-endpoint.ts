import { requireVersion } from '@pas/platform/http/if-match';
import { sentFields } from '@pas/platform/http/sent-fields';
import { fieldChanges, type FieldChange } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import { saveChanges } from '@pas/shared/change/save-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { requireFreshLogin } from '@pas/shared/principal/require-fresh-login';
import { mintSigningSecret, rotatedSecrets } from '../../webhooks/signing-secrets.ts';
import type { IssuedEndpoint } from './create-webhook-endpoint.ts';
import { loadWebhookEndpoint } from './load-webhook-endpoint.ts';
import { requireAddress, requireProperties, requireReach } from './require-deliverable.ts';
import { auditedWebhookEndpoint, type UpdateWebhookEndpoint } from './webhook-endpoint.schema.ts';
import type { WebhookSettings } from './webhook-settings.ts';

interface EndpointTarget {
  id: string;
  ifMatch: readonly number[] | null;
}

const model = WebhookEndpointModel;
const targetsOf = ({ _id: id }: WebhookEndpointRow) => [{ type: 'webhook_endpoint', id }];
const placesOf = ({ propertyIds }: WebhookEndpointRow) => ({ propertyIds: propertyIds ?? [] });

/** Returns the fields that a patch writes. A reactivated endpoint and a new address start without failures. */
function patchedFields(row: WebhookEndpointRow, patch: UpdateWebhookEndpoint): Partial<WebhookEndpointRow> {
  const isMoved = patch.url !== undefined && patch.url !== row.url;
  return {
    ...sentFields(patch),
    ...(patch.status === 'ACTIVE' && { disabledReason: null }),
    ...((isMoved || patch.status === 'ACTIVE') && { failingSince: null }),
  };
}

/** Whether a change sends events to another address, or other events. */
const isRedirected = (changes: readonly FieldChange[]): boolean =>
  changes.some(({ path }) => path === 'url' || path.startsWith('events'));

/**
 * Changes an endpoint. The caller must hold the read scopes of all its events, before and after. A new
 * address would receive them. A patch without changes leaves version and audit unchanged.
 *
 * @throws not_found, forbidden, invalid for an address that cannot receive events, precondition_failed
 */
export async function updateWebhookEndpoint(
  ctx: OperationContext,
  settings: WebhookSettings,
  { id, ifMatch, patch }: EndpointTarget & { patch: UpdateWebhookEndpoint },
): Promise<WebhookEndpointRow> {
  if (patch.url !== undefined) requireAddress(patch.url, settings);
  await requireProperties(ctx, patch.propertyIds);
  return commit(ctx, async (change) => {
    const row = await loadWebhookEndpoint(ctx, id, change.session);
    const fields = patchedFields(row, patch);
    for (const reach of [row, { ...row, ...fields }]) requireReach(ctx, reach);
    const changes = fieldChanges(row, { ...row, ...fields }, auditedWebhookEndpoint);
    if (isRedirected(changes)) requireFreshLogin(ctx.principal);
    requireVersion(row, ifMatch);
    if (changes.length === 0) return row;
    change.record({
      action: 'webhook_endpoint.updated',
      targets: targetsOf(row),
      changes,
      ...placesOf(row),
    });
    return saveChanges(ctx, change, { model, row, fields });
  });
}

/**
 * Deletes an endpoint. Its planned attempts are not sent.
 *
 * @throws not_found, precondition_failed
 */
export async function deleteWebhookEndpoint(
  ctx: OperationContext,
  { id, ifMatch }: EndpointTarget,
): Promise<void> {
  await commit(ctx, async (change) => {
    const row = await loadWebhookEndpoint(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const fields = { isLive: false, deletedAt: ctx.now, secrets: [], recoverSince: null };
    await saveChanges(ctx, change, { model, row, fields });
    const changes = fieldChanges(row, null, auditedWebhookEndpoint);
    change.record({ action: 'webhook_endpoint.deleted', targets: targetsOf(row), changes, ...placesOf(row) });
  });
}

/**
 * Gives an endpoint a new secret. The previous secret also signs for 24 hours, so that the receiver can
 * switch within that time.
 *
 * @throws not_found, forbidden for events that the caller may not read: the secret would let it forge them
 */
export async function rotateWebhookSecret(
  ctx: OperationContext,
  { texts }: WebhookSettings,
  id: string,
): Promise<IssuedEndpoint> {
  const secret = mintSigningSecret();
  const row = await commit(ctx, async (change) => {
    const found = await loadWebhookEndpoint(ctx, id, change.session);
    requireReach(ctx, found);
    const secrets = rotatedSecrets({ secrets: found.secrets, now: ctx.now }, texts.seal(secret));
    const action = 'webhook_endpoint.secret_rotated';
    change.record({ action, targets: targetsOf(found), changes: [], ...placesOf(found) });
    return saveChanges(ctx, change, { model, row: found, fields: { secrets } });
  });
  return { row, secret };
}
