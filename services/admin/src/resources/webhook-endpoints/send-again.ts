import { notFound } from '@pas/platform/errors/raise';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict, invalidField } from '@pas/shared/errors/raise';
import type { PublicEventType } from '@pas/shared/events/public-types';
import { newId } from '@pas/shared/ids/id';
import { publicEventDays, PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';
import { WebhookAttemptModel, type WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { newAttempt, type SentEvent } from '../../webhooks/new-attempt.ts';
import { positionBefore } from '../../webhooks/position-before.ts';
import { receivesEvent } from '../../webhooks/receives-event.ts';
import { loadWebhookEndpoint } from './load-webhook-endpoint.ts';

const keptMs = publicEventDays * 24 * 3_600_000;

/** @throws conflict (`webhook_endpoint_inactive`) for one that is paused or disabled */
function requireActive({ status }: WebhookEndpointRow): void {
  if (status === 'ACTIVE') return;
  throw conflict('webhook_endpoint_inactive', 'The endpoint is not ACTIVE. Set its status to ACTIVE first.');
}

/** @throws not_found; conflict (`webhook_endpoint_inactive`) for one that is paused or disabled */
async function loadActive(ctx: OperationContext, id: string, change: Change): Promise<WebhookEndpointRow> {
  const row = await loadWebhookEndpoint(ctx, id, change.session);
  requireActive(row);
  return row;
}

function record(change: Change, { _id: id, propertyIds }: WebhookEndpointRow, verb: string): void {
  const targets = [{ type: 'webhook_endpoint', id }];
  change.record({ action: `webhook_endpoint.${verb}`, targets, changes: [], propertyIds: propertyIds ?? [] });
}

async function plan(
  { now }: OperationContext,
  change: Change,
  { event, endpoint }: { event: SentEvent; endpoint: WebhookEndpointRow },
): Promise<WebhookAttemptRow> {
  const attempt = newAttempt(event, endpoint._id, now);
  await insertRows(WebhookAttemptModel, [attempt], change.session);
  change.wake('webhooks');
  return attempt;
}

/**
 * Plans a test event of a type for an endpoint.
 *
 * @throws not_found, conflict (`webhook_endpoint_inactive`)
 */
export async function sendTestEvent(
  ctx: OperationContext,
  { id, type }: { id: string; type: PublicEventType },
): Promise<WebhookAttemptRow> {
  const { tenantId, now, correlationId } = ctx;
  return commit(ctx, async (change) => {
    const endpoint = await loadActive(ctx, id, change);
    const eventId = newId('event');
    const event = { _id: eventId, tenantId, type, occurredAt: now, correlationId, entityId: null };
    record(change, endpoint, 'tested');
    return plan(ctx, change, { event, endpoint });
  });
}

/**
 * Finds an event to resend: one of the tenant, or a test event, which only the endpoint's attempts contain.
 *
 * @throws not_found
 */
async function findSent(
  { tenantId }: OperationContext,
  endpoint: WebhookEndpointRow,
  { eventId, session }: { eventId: string } & Pick<Change, 'session'>,
): Promise<SentEvent> {
  const event = await PublicEventModel.findOne({ _id: eventId, tenantId })
    .session(session)
    .lean<PublicEventRow>();
  if (event && receivesEvent(endpoint, event)) return event;
  const tested = event
    ? null
    : await WebhookAttemptModel.findOne({ tenantId, endpointId: endpoint._id, eventId })
        .session(session)
        .lean<WebhookAttemptRow>();
  if (tested?.entityId !== null) throw notFound();
  return { ...tested, _id: eventId };
}

/**
 * Plans to resend an event to an endpoint, including test events.
 *
 * @throws not_found for an unknown endpoint, and for an event that is no longer kept or not subscribed
 * @throws conflict (`webhook_endpoint_inactive`)
 */
export async function resendEvent(
  ctx: OperationContext,
  { id, eventId }: { id: string; eventId: string },
): Promise<WebhookAttemptRow> {
  return commit(ctx, async (change) => {
    const endpoint = await loadWebhookEndpoint(ctx, id, change.session);
    const event = await findSent(ctx, endpoint, { eventId, session: change.session });
    requireActive(endpoint);
    record(change, endpoint, 'event_resent');
    return plan(ctx, change, { event, endpoint });
  });
}

/** @throws invalid for a time in the future, or before the oldest kept event */
export function requireRecoverable({ now }: Pick<OperationContext, 'now'>, since: Date): void {
  const ageMs = now.getTime() - since.getTime();
  if (ageMs >= 0 && ageMs <= keptMs) return;
  throw invalidField(
    'since',
    'invalid_value',
    `Name a time within the last ${publicEventDays} days. Older events are not kept.`,
  );
}

/**
 * Requests a resend of the events since a time that never reached the endpoint. A worker sends them within
 * seconds.
 *
 * @throws not_found, invalid, conflict (`webhook_endpoint_inactive`)
 */
export async function recoverEndpoint(
  ctx: OperationContext,
  { id, since }: { id: string; since: Date },
): Promise<WebhookEndpointRow> {
  await loadWebhookEndpoint(ctx, id);
  requireRecoverable(ctx, since);
  const recoveredSeq = await positionBefore(ctx, since);
  return commit(ctx, async (change) => {
    const endpoint = await loadActive(ctx, id, change);
    const marks = { recoverSince: since, recoveredSeq };
    const { tenantId } = ctx;
    await WebhookEndpointModel.updateOne({ _id: id, tenantId }, { $set: marks }, { session: change.session });
    record(change, endpoint, 'recovered');
    change.wake('sweeps');
    return { ...endpoint, ...marks };
  });
}
