import { webhookEventOf } from '@pas/admin/src/public-events/public-event.schema.ts';
import { publicEventTypes } from '@pas/shared/events/public-types';
import { describe, expect, test } from 'vitest';
import { apiDescriptions } from './api-descriptions.ts';
import { describeRoutes, type ApiDescription } from './describe-routes.ts';

const { admin } = apiDescriptions;
const { webhooks = {}, components } = describeRoutes(admin as ApiDescription);
const schemas = components?.schemas as Record<string, object>;

interface Webhook {
  operationId: string;
  description: string;
  parameters: { $ref: string }[];
  requestBody: { content: { 'application/json': { schema: { $ref: string }; example: unknown } } };
}

test('each type of public event is described as a webhook', () => {
  expect(Object.keys(webhooks)).toEqual([...publicEventTypes]);
});

describe.each(publicEventTypes)('%s', (type) => {
  const { post } = webhooks[type] as unknown as { post: Webhook };
  const { schema, example } = post.requestBody.content['application/json'];

  test('states its cause, its scope and its signature', () => {
    expect(post.operationId).toMatch(/^receive[A-Z]/);
    expect(post.description).toMatch(/^(?:An?|The) [^.]+\. .*needs the scope `[a-z-]+:read`/);
    expect(post.parameters.map(({ $ref }) => $ref.split('/').at(-1))).toEqual([
      'WebhookId',
      'WebhookTimestamp',
      'WebhookSignature',
    ]);
  });

  test('has a body of its type, with an example that the schema accepts', () => {
    const component = schemas[schema.$ref.split('/').at(-1) ?? ''];
    expect(component).toMatchObject({ properties: { type: { enum: [type] } } });
    expect(webhookEventOf(type).parse(example)).toEqual(example);
  });
});

test('events of the feed are discriminated by their type', () => {
  const event = schemas['Event'] as { discriminator: { propertyName: string; mapping: object } };
  expect(event.discriminator.propertyName).toBe('type');
  expect(Object.keys(event.discriminator.mapping)).toEqual([...publicEventTypes]);
});
