import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { LRUCache } from 'lru-cache';
import { readQueue } from './attempt-queue.ts';

/** Why an endpoint gets nothing now. Only `tenant_suspended` is tried again: it may end before the last try. */
export type Refusal = 'endpoint_inactive' | 'tenant_suspended';

/** The endpoint of a queue, and why it gets nothing now; null where it gets its events. */
export interface Receiver {
  endpoint: WebhookEndpointRow;
  refusal: Refusal | null;
}

/** How long what is known of an endpoint is used before it is read again, in milliseconds. */
const knownMs = 500;

/**
 * Finds the endpoint of a queue. A tenant that was deleted has none: its rows stay stored, and nobody gets them any more. A
 * suspended tenant cannot read its data, so its endpoints are sent none.
 */
async function findReceiver(queue: string): Promise<Receiver | undefined> {
  const { tenantId, endpointId } = readQueue(queue);
  const filter = { _id: endpointId, tenantId, isLive: true };
  const [tenant, endpoint] = await Promise.all([
    findTenant(tenantId),
    WebhookEndpointModel.findOne(filter).lean<WebhookEndpointRow>(),
  ]);
  if (!tenant || !endpoint) return undefined;
  const suspension = tenant.status === 'SUSPENDED' ? 'tenant_suspended' : null;
  return { endpoint, refusal: endpoint.status === 'ACTIVE' ? suspension : 'endpoint_inactive' };
}

/** Finds the endpoints of queues, and remembers them for half a second. */
export function createReceivers() {
  const known = new LRUCache<string, Receiver>({ max: 2000, ttl: knownMs, fetchMethod: findReceiver });
  return {
    find: async (queue: string): Promise<Receiver | null> => (await known.fetch(queue)) ?? null,
    /**
     * The endpoint of attempts that have been claimed. One that seems to get nothing is read again: it may have been
     * activated since it was read, and its attempts would be ended for good.
     */
    async ofClaimed(queue: string, before: Receiver | null): Promise<Receiver | null> {
      if (before?.refusal === null) return before;
      const current = await findReceiver(queue);
      known.set(queue, current);
      return current ?? null;
    },
  };
}
