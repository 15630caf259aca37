import type { Route } from '@pas/platform/http/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { AttemptStatus, presentAttempt, WebhookAttempt } from './attempt.schema.ts';
import { countMissedEvents } from './count-missed-events.ts';
import { listWebhookAttempts } from './list-webhook-attempts.ts';
import { MissedEvents } from './webhook-endpoint.schema.ts';

const params = { id: idSchema('webhookEndpoint') };

/** Routes that read the deliveries of an endpoint. */
export const attemptRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/admin/webhook-endpoints/{id}/attempts',
    operationId: 'listWebhookAttempts',
    summary: 'List the attempts at a webhook endpoint',
    description:
      'All attempts to send an event, including planned ones. A failed event is retried after 5 s, 5 and 30 minutes, and 2, 5, 10 and 10 hours. Each wait has a random addition. Kept for 30 days; the start of an answer for three.',
    scope: 'webhooks:read',
    params,
    query: {
      ...pageQuery(['createdAt']),
      eventId: idSchema('event').optional().meta({ description: 'Only attempts for this event.' }),
      status: AttemptStatus.optional(),
    },
    response: listEnvelope('attempts', WebhookAttempt),
    run: async ({ ctx, params: { id }, query }) => {
      const { rows, exchangeOf, ...page } = await listWebhookAttempts(ctx, id, query);
      return ok({ attempts: rows.map((row) => presentAttempt(row, exchangeOf(row))), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/webhook-endpoints/{id}/missed',
    operationId: 'getMissedEvents',
    summary: 'Count the events that an endpoint has missed',
    description:
      'The events since its creation, at most 30 days back, that neither reached it nor are planned. `POST …/recover` with `since` sends them. Checks the newest 5,000 events.',
    scope: 'webhooks:read',
    params,
    response: z.object({ missed: MissedEvents }),
    run: async ({ ctx, params: { id } }) => {
      const { since, ...missed } = await countMissedEvents(ctx, id);
      return ok({ missed: { ...missed, since: timestamp(since) } });
    },
  }),
];
