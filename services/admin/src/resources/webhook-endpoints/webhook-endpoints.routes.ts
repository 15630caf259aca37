import type { Route } from '@pas/platform/http/define-route';
import { Moment } from '@pas/platform/http/moment';
import { pageQuery } from '@pas/platform/http/page';
import { accepted, created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { publicEntities } from '../../public-events/public-catalogue.ts';
import { PublicEventTypeName } from '../../public-events/public-event.schema.ts';
import { changesQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import { attemptRoutes } from './attempt.routes.ts';
import { presentAttempt, WebhookAttempt } from './attempt.schema.ts';
import {
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from './change-webhook-endpoint.ts';
import { createWebhookEndpoint, type IssuedEndpoint } from './create-webhook-endpoint.ts';
import { listWebhookEndpoints } from './list-webhook-endpoints.ts';
import { loadWebhookEndpoint } from './load-webhook-endpoint.ts';
import { requireAddress } from './require-deliverable.ts';
import { recoverEndpoint, requireRecoverable, resendEvent, sendTestEvent } from './send-again.ts';
import {
  CreateWebhookEndpoint,
  EndpointStatus,
  NewWebhookEndpoint,
  presentWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
} from './webhook-endpoint.schema.ts';
import type { WebhookSettings } from './webhook-settings.ts';

const params = { id: idSchema('webhookEndpoint') };
const response = z.object({ webhookEndpoint: WebhookEndpoint });
const attemptResponse = z.object({ attempt: WebhookAttempt });
const scopes = [...new Set(Object.values(publicEntities).map(({ scope }) => scope))];
const scopesNeeded = `The caller must hold the read scope of each type: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`;
const inactive = { 409: ['webhook_endpoint_inactive'] } as const;

const shown = (row: WebhookEndpointRow) => ({ webhookEndpoint: presentWebhookEndpoint(row) });
const shownOnce = ({ row, secret }: IssuedEndpoint) => ({
  webhookEndpoint: { ...presentWebhookEndpoint(row), secret, secretAvailable: true },
});

/** An answer with a secret is stored for its `Idempotency-Key` without the secret. */
const secrets: NonNullable<Route['secrets']> = {
  hide(body) {
    const { webhookEndpoint } = body as { webhookEndpoint: object };
    return { webhookEndpoint: { ...webhookEndpoint, secret: null, secretAvailable: false } };
  },
  show: (_ctx, body) => Promise.resolve(body),
};

const readingRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/admin/webhook-endpoints',
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    description:
      'The endpoints of the tenant. A caller restricted to some properties sees the endpoints that get events of these properties or fewer.',
    scope: 'webhooks:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt']),
      ...changesQuery,
      status: EndpointStatus.optional(),
    },
    response: listWithTombstones('webhookEndpoints', WebhookEndpoint),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listWebhookEndpoints(ctx, query);
      return ok({ webhookEndpoints: presentRows(rows, presentWebhookEndpoint), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/webhook-endpoints/{id}',
    operationId: 'getWebhookEndpoint',
    summary: 'Read a webhook endpoint',
    description: 'One endpoint. Its secret is shown only when it is created or rotated.',
    scope: 'webhooks:read',
    params,
    response,
    run: async ({ ctx, params: { id } }) => ok(shown(await loadWebhookEndpoint(ctx, id))),
  }),
];

const actionRoutes: Route[] = [
  defineRoute({
    method: 'delete',
    path: '/api/admin/webhook-endpoints/{id}',
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint',
    description: 'The endpoint gets no more events. Attempts in progress finish.',
    scope: 'webhooks:write',
    params,
    isPlanned: true,
    failures: [412],
    run: async ({ ctx, params: { id }, ifMatch }) => {
      await deleteWebhookEndpoint(ctx, { id, ifMatch });
      return noContent();
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/webhook-endpoints/{id}/test',
    operationId: 'sendTestEvent',
    summary: 'Send a test event',
    description:
      'Sends a sample event of a type, signed like any other. Its ids refer to nothing. Read the result in the attempts.',
    scope: 'webhooks:write',
    params,
    body: z.object({ type: PublicEventTypeName }).meta({ examples: [{ type: 'door.opened' }] }),
    status: [202],
    response: attemptResponse,
    codes: inactive,
    run: async ({ ctx, params: { id }, body: { type } }) =>
      accepted({ attempt: presentAttempt(await sendTestEvent(ctx, { id, type })) }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/webhook-endpoints/{id}/resend',
    operationId: 'resendEvent',
    summary: 'Send an event again',
    description:
      'Sends an event of the last 30 days again, whether or not it was delivered. Its `webhook-id` stays the same. A test event can be sent again to its endpoint. An event outside the endpoint’s subscription is 404.',
    scope: 'webhooks:write',
    params,
    body: z.object({ eventId: idSchema('event') }),
    status: [202],
    response: attemptResponse,
    codes: inactive,
    run: async ({ ctx, params: { id }, body: { eventId } }) =>
      accepted({ attempt: presentAttempt(await resendEvent(ctx, { id, eventId })) }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/webhook-endpoints/{id}/recover',
    operationId: 'resendMissedEvents',
    summary: 'Send all missed events again',
    description:
      'Sends the undelivered, unplanned events since a time, including those missed while the endpoint was PAUSED or DISABLED. At most 30 days back. The first ones are sent within seconds.',
    scope: 'webhooks:write',
    params,
    body: z.object({ since: Moment }).meta({ examples: [{ since: '2026-02-01T09:30:00.000Z' }] }),
    status: [202],
    response,
    codes: inactive,
    check: ({ ctx, body: { since } }) => since && requireRecoverable(ctx, since),
    run: async ({ ctx, params: { id }, body: { since } }) =>
      accepted(shown(await recoverEndpoint(ctx, { id, since }))),
  }),
];

/** Routes that write an address or show a secret. */
function issuingRoutes(settings: WebhookSettings): Route[] {
  const issued = z.object({ webhookEndpoint: NewWebhookEndpoint });
  const secretive = { scope: 'webhooks:write', isSecret: true, secrets, response: issued } as const;
  return [
    defineRoute({
      ...secretive,
      method: 'post',
      path: '/api/admin/webhook-endpoints',
      operationId: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint',
      description: `Events are sent as POST with the body \`{ type, timestamp, data }\`. They are signed as Standard Webhooks: \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`. Answer 2xx within 15 seconds. The same event can arrive more than once: compare \`webhook-id\`. ${scopesNeeded} A caller that is restricted to some properties names \`propertyIds\` among them: 403 \`property_not_allowed\`. Only this answer shows the secret. A tenant has at most 50 endpoints: 409 \`webhook_endpoint_limit\`. An endpoint belongs to the tenant and not to its creator, whom \`createdBy\` names. It continues when the creator’s role is reduced or the key is revoked. While the tenant is suspended, nothing is sent: attempts fail with \`tenant_suspended\` and are retried. Afterwards \`POST …/recover\` sends the missed events.`,
      conditionalScopes: scopes,
      body: CreateWebhookEndpoint,
      status: [201],
      codes: { 403: ['property_not_allowed'], 409: ['webhook_endpoint_limit'] },
      check: ({ body: { url } }) => url !== undefined && requireAddress(url, settings),
      run: async ({ ctx, body }) => created(shownOnce(await createWebhookEndpoint(ctx, settings, body))),
    }),
    defineRoute({
      ...secretive,
      method: 'post',
      path: '/api/admin/webhook-endpoints/{id}/rotate-secret',
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook endpoint',
      description: `Only this answer shows the new secret. For 24 hours each request has two signatures, one of each secret. ${scopesNeeded}`,
      conditionalScopes: scopes,
      params,
      codes: { 403: ['property_not_allowed'] },
      run: async ({ ctx, params: { id } }) => ok(shownOnce(await rotateWebhookSecret(ctx, settings, id))),
    }),
    defineRoute({
      method: 'patch',
      path: '/api/admin/webhook-endpoints/{id}',
      operationId: 'updateWebhookEndpoint',
      summary: 'Change a webhook endpoint',
      description: `\`status: "PAUSED"\` stops it: events that happen meanwhile are sent on \`POST …/recover\`. \`status: "ACTIVE"\` starts it, also after it was DISABLED. ${scopesNeeded} That holds for the types that the endpoint has and those that it is given. A change of \`url\` or \`events\` needs a log-in of the last 15 minutes: 403 \`login_too_old\`.`,
      scope: 'webhooks:write',
      conditionalScopes: scopes,
      params,
      body: UpdateWebhookEndpoint,
      response,
      failures: [412],
      codes: { 403: ['property_not_allowed'] },
      check: ({ body: { url } }) => url !== undefined && requireAddress(url, settings),
      run: async ({ ctx, params: { id }, body, ifMatch }) =>
        ok(shown(await updateWebhookEndpoint(ctx, settings, { id, ifMatch, patch: body }))),
    }),
  ];
}

/** `/api/admin/webhook-endpoints`: endpoints at which integrators receive events. */
export const webhookEndpointRoutes = (settings: WebhookSettings): Route[] => [
  ...readingRoutes,
  ...attemptRoutes,
  ...issuingRoutes(settings),
  ...actionRoutes,
];
