import { newId } from '@pas/shared/ids/id';
import { newLiveRow } from '@pas/shared/models/new-row';
import type { PublicEventRow } from '@pas/shared/models/public-event';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { testWebhooks } from './test-webhooks.ts';

/** The secret that verifies signatures of the test endpoints. */
export const endpointSecret = `whsec_${Buffer.from('a secret of thirty-two bytes now').toString('base64')}`;

/** Builds an active endpoint that gets every event. */
export function webhookEndpointRow(
  tenantId: string,
  fields: Partial<WebhookEndpointRow> = {},
): WebhookEndpointRow {
  return {
    ...newLiveRow({ tenantId, now: new Date() }, 'webhookEndpoint'),
    url: 'https://hooks.example.com/events',
    events: ['*'],
    propertyIds: null,
    description: null,
    status: 'ACTIVE',
    secrets: [{ sealed: testWebhooks.texts.seal(endpointSecret), until: null }],
    failingSince: null,
    disabledReason: null,
    recoverSince: null,
    recoveredSeq: 0,
    createdBy: { type: 'SYSTEM', id: null, name: 'Test' },
    ...fields,
  };
}

let lastSeq = 0;

/** Builds a sequenced event. */
export function publicEventRow(tenantId: string, fields: Partial<PublicEventRow> = {}): PublicEventRow {
  const now = new Date();
  lastSeq += 1;
  return {
    _id: newId('event'),
    tenantId,
    seq: lastSeq,
    type: 'resident.moved_in',
    entityId: newId('user'),
    propertyIds: null,
    occurredAt: now,
    createdAt: now,
    correlationId: 'test-correlation',
    ...fields,
  };
}
