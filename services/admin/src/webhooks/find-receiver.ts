import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import type { TenantRow } from '@pas/shared/models/tenant';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { LRUCache } from 'lru-cache';
import { readQueue } from './attempt-queue.ts';

/** Reason why an endpoint gets no events now. Attempts are retried only for `tenant_suspended`: it may end in time. */
export type Refusal = 'endpoint_inactive' | 'tenant_suspended';

/** The endpoint of a queue, with the reason why it gets no events; null if it gets them. */
export interface Receiver {
  endpoint: WebhookEndpointRow;
  refusal: Refusal | null;
}

/** Cache time of an endpoint, in milliseconds. */
const cacheMs = 500;

function receiverOf(endpoint: WebhookEndpointRow, { status }: TenantRow): Receiver {
  const suspension = status === 'SUSPENDED' ? 'tenant_suspended' : null;
  return { endpoint, refusal: endpoint.status === 'ACTIVE' ? suspension : 'endpoint_inactive' };
}

/**
 * Finds the endpoint of a queue. Endpoints of a deleted tenant are ignored, though their rows stay stored. A
 * suspended tenant cannot read its data, so its endpoints get no events.
 */
async function findReceiver(queue: string): Promise<Receiver | undefined> {
  const { tenantId, endpointId } = readQueue(queue);
  const filter = { _id: endpointId, tenantId, isLive: true };
  const [tenant, endpoint] = await Promise.all([
    findTenant(tenantId),
    WebhookEndpointModel.findOne(filter).lean<WebhookEndpointRow>(),
  ]);
  if (!tenant || !endpoint) return undefined;
  return receiverOf(endpoint, tenant);
}

/** Returns the receiver of an endpoint that has just been read; null if its tenant is deleted. */
export async function findReceiverAt(endpoint: WebhookEndpointRow): Promise<Receiver | null> {
  const tenant = await findTenant(endpoint.tenantId);
  return tenant && receiverOf(endpoint, tenant);
}

/** Finds the endpoints of queues, and caches them for half a second. */
export function createReceivers() {
  const cache = new LRUCache<string, Receiver>({ max: 2000, ttl: cacheMs, fetchMethod: findReceiver });
  return {
    find: async (queue: string): Promise<Receiver | null> => (await cache.fetch(queue)) ?? null,
    /**
     * Returns the endpoint of claimed attempts. A refused endpoint is read again before its attempts are
     * ended: it may have been activated since.
     */
    async ofClaimed(queue: string, before: Receiver | null): Promise<Receiver | null> {
      if (before?.refusal === null) return before;
      const current = await findReceiver(queue);
      cache.set(queue, current);
      return current ?? null;
    },
  };
}
