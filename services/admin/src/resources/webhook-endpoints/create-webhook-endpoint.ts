import { sentFields } from '@pas/platform/http/sent-fields';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { actorOf } from '@pas/shared/audit/prepare-record';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { takeTurn } from '@pas/shared/fences/take-turn';
import { newLiveRow } from '@pas/shared/models/new-row';
import {
  emptyWebhookEndpoint,
  WebhookEndpointModel,
  type WebhookEndpointRow,
} from '@pas/shared/models/webhook-endpoint';
import { mintSigningSecret } from '../../webhooks/signing-secrets.ts';
import { requireAddress, requireProperties, requireReach } from './require-deliverable.ts';
import { auditedWebhookEndpoint, type CreateWebhookEndpoint } from './webhook-endpoint.schema.ts';
import type { WebhookSettings } from './webhook-settings.ts';

/** An endpoint with its plain-text secret, for the one answer that shows it. */
export interface IssuedEndpoint {
  row: WebhookEndpointRow;
  secret: string;
}

/** Maximum endpoints per tenant: each event is compared with each of them. */
export const maxEndpoints = 50;

/** @throws conflict (`webhook_endpoint_limit`) */
async function requireBelowLimit({ tenantId }: OperationContext, { session }: Change): Promise<void> {
  const live = await WebhookEndpointModel.countDocuments({ tenantId, isLive: true }).session(session);
  if (live < maxEndpoints) return;
  throw conflict(
    'webhook_endpoint_limit',
    `A tenant has at most ${maxEndpoints} webhook endpoints. Delete one that is not used.`,
  );
}

/**
 * Creates an endpoint.
 *
 * @throws invalid for an address that cannot receive events, forbidden for events that the caller may not
 * read
 * @throws not_found for an unknown property, conflict (`webhook_endpoint_limit`)
 */
export async function createWebhookEndpoint(
  ctx: OperationContext,
  settings: WebhookSettings,
  input: CreateWebhookEndpoint,
): Promise<IssuedEndpoint> {
  const { url, events, propertyIds = null } = input;
  requireAddress(url, settings);
  requireReach(ctx, { events, propertyIds });
  await requireProperties(ctx, propertyIds);
  const secret = mintSigningSecret();
  return commit(ctx, async (change) => {
    await takeTurn({ tenantId: ctx.tenantId, work: 'webhook-endpoints' }, change.session);
    await requireBelowLimit(ctx, change);
    const row: WebhookEndpointRow = {
      ...emptyWebhookEndpoint,
      ...newLiveRow(ctx, 'webhookEndpoint'),
      status: 'ACTIVE',
      ...sentFields(input),
      url,
      events,
      secrets: [{ sealed: settings.texts.seal(secret), until: null }],
      recoveredSeq: 0,
      createdBy: actorOf(ctx),
    };
    await insertRows(WebhookEndpointModel, [row], change.session);
    change.record({
      action: 'webhook_endpoint.created',
      targets: [{ type: 'webhook_endpoint', id: row._id }],
      changes: fieldChanges(null, row, auditedWebhookEndpoint),
      propertyIds: propertyIds ?? [],
    });
    return { row, secret };
  });
}
