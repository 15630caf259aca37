import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { collectAlerts } from '../alerts/collect-alerts.ts';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';

/** Period of failure after which an endpoint is disabled, in milliseconds. */
const maxFailingMs = 5 * 24 * 3_600_000;

/** Maximum age of a successful attempt's plan, in milliseconds: all waits together, and a margin. */
const maxWaitedMs = 2 * 24 * 3_600_000;

/** An endpoint as its attempt has called it. Results of an earlier address do not count for the present one. */
type Health = Pick<WebhookEndpointRow, '_id' | 'url' | 'failingSince'>;

/** Whether an attempt has succeeded since a given time. Another process may have missed the failure state. */
async function hasSucceededSince(
  { tenantId }: OperationContext,
  endpointId: string,
  since: Date,
): Promise<boolean> {
  const createdAt = { $gte: new Date(since.getTime() - maxWaitedMs) };
  const filter = { tenantId, endpointId, status: 'SUCCEEDED' as const, createdAt, at: { $gt: since } };
  return (await WebhookAttemptModel.exists(filter)) !== null;
}

/** Disables an active endpoint, and records the reason. */
async function disableEndpoint(
  ctx: OperationContext,
  { _id: endpointId, url }: Health,
  disabledReason: 'GONE' | 'FAILING',
): Promise<void> {
  await commit(ctx, async (change) => {
    const { tenantId, now } = ctx;
    const before = await WebhookEndpointModel.findOneAndUpdate(
      { _id: endpointId, tenantId, url, isLive: true, status: 'ACTIVE' },
      { $set: { status: 'DISABLED', disabledReason, updatedAt: now }, $inc: { version: 1 } },
      { session: change.session },
    ).lean<WebhookEndpointRow>();
    if (!before) return;
    const { propertyIds } = before;
    const alert = { type: 'endpoint.failing' as const, entityId: endpointId, propertyIds, at: now };
    await collectAlerts(tenantId, [alert], change.session);
    change.record({
      action: 'webhook_endpoint.disabled',
      targets: [{ type: 'webhook_endpoint', id: endpointId }],
      changes: fieldChanges(before, { ...before, status: 'DISABLED' }, { fields: ['status'] }),
      propertyIds: before.propertyIds ?? [],
    });
  });
}

async function setFailingSince(
  { tenantId }: OperationContext,
  endpoint: Health,
  failingSince: Date | null,
): Promise<void> {
  const { _id, url, failingSince: before } = endpoint;
  // Also update this process's copy: the next attempt reads it before the row is read again.
  endpoint.failingSince = failingSince;
  // Another copy may have stored an earlier start. A success ends that failure too.
  const replaced = failingSince === null ? { $ne: null } : before;
  await WebhookEndpointModel.updateOne(
    { _id, tenantId, url, failingSince: replaced },
    { $set: { failingSince } },
  );
}

/** Records a successful attempt. It costs a statement only after a failure. */
export async function recordSuccess(ctx: OperationContext, endpoint: Health): Promise<void> {
  if (endpoint.failingSince !== null) await setFailingSince(ctx, endpoint, null);
}

/** Records a failed attempt. Disables the endpoint immediately for 410, else after five days of failure. */
export async function recordFailure(
  ctx: OperationContext,
  endpoint: Health,
  responseStatus: number | null,
): Promise<void> {
  const { _id, failingSince } = endpoint;
  const { now } = ctx;
  if (responseStatus === 410) return disableEndpoint(ctx, endpoint, 'GONE');
  if (failingSince === null) return setFailingSince(ctx, endpoint, now);
  if (now.getTime() - failingSince.getTime() < maxFailingMs) return undefined;
  if (await hasSucceededSince(ctx, _id, failingSince)) return setFailingSince(ctx, endpoint, now);
  return disableEndpoint(ctx, endpoint, 'FAILING');
}
