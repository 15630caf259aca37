import { pascalName, webhookEventOf } from '@pas/admin/src/public-events/public-event.schema.ts';
import { publicEventMeanings } from '@pas/admin/src/public-events/public-event-meanings.ts';
import { scopeOfType } from '@pas/admin/src/public-events/public-catalogue.ts';
import { sampleData } from '@pas/admin/src/webhooks/sample-data.ts';
import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';

/** The headers of a request to an endpoint, as Standard Webhooks defines them. */
const headers = z.object({
  'webhook-id': idSchema('event').meta({
    description: 'The id of the event, the same for each try. Compare it to ignore repeats.',
    param: { id: 'WebhookId' },
  }),
  'webhook-timestamp': z.string().meta({
    description: 'The time of the try, in seconds. Refuse a request that is older than five minutes.',
    example: '1769938200',
    param: { id: 'WebhookTimestamp' },
  }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and base64 of HMAC-SHA256 over id, `.`, timestamp, `.` and body. For 24 hours after a rotation there are two signatures, separated by a blank.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    param: { id: 'WebhookSignature' },
  }),
});

const exampleTenant = 'ten_01kb3rt9d5e0p8m6q2v7x4hzjn';

function exampleOf(type: PublicEventType) {
  return { type, timestamp: '2026-02-01T09:30:00.000Z', data: sampleData(type, exampleTenant) };
}

function describeWebhook(type: PublicEventType): ZodOpenApiOperationObject {
  return {
    operationId: `receive${pascalName(type)}`,
    summary: publicEventMeanings[type].replace(/\.( .*)?$/, ''),
    description: `${publicEventMeanings[type]} An endpoint with \`${type}\` or \`*\` in its \`events\` gets this request. The subscription needs the scope \`${scopeOfType(type)}\`.`,
    tags: ['Webhook endpoints'],
    security: [],
    requestParams: { header: headers },
    requestBody: {
      required: true,
      content: { 'application/json': { schema: webhookEventOf(type), example: exampleOf(type) } },
    },
    responses: {
      200: { description: 'Received, as any other 2xx. Answer within 15 seconds.' },
      410: { description: 'Ends the subscription: the endpoint is DISABLED at once.' },
      default: { description: 'Not received. The event is sent again, for 27 to 34 hours.' },
    },
  };
}

/** Describes the requests that the webhook endpoints of integrators get, by type of event. */
export function describeWebhooks(): ZodOpenApiPathsObject {
  return Object.fromEntries(publicEventTypes.map((type) => [type, { post: describeWebhook(type) }]));
}
