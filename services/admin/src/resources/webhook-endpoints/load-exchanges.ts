import type { OperationContext } from '@pas/shared/context/operation-context';
import { WebhookAnswerModel, type WebhookAnswerRow } from '@pas/shared/models/webhook-answer';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { holdsScope } from '@pas/shared/principal/principal';
import { scopeOfType } from '../../public-events/public-catalogue.ts';
import { loadBodies, withinEndpoint } from '../../webhooks/load-bodies.ts';
import { attemptsWithin } from '../../webhooks/receives-event.ts';
import { requestHeaders } from '../../webhooks/sign-event.ts';
import type { Exchange } from './attempt.schema.ts';

/** Reasons of attempts that ended before a request. */
const unsent: ReadonlySet<string | null> = new Set([
  'endpoint_inactive',
  'not_subscribed',
  'tenant_suspended',
]);

/** Reads the answers of attempts, by attempt. */
async function loadAnswers({ tenantId }: OperationContext, ids: string[]): Promise<Map<string, string>> {
  const rows = await WebhookAnswerModel.find({ tenantId, _id: { $in: ids } }).lean<WebhookAnswerRow[]>();
  return new Map(rows.map(({ _id, body }) => [_id, body]));
}

/**
 * Reads the requests and answers of an endpoint's attempts, for events that the caller may read. The endpoint's
 * properties are among the caller's, so events outside of them are not shown. It sends one statement per kind of entity,
 * and one for the answers. An endpoint with properties needs one more, for the events.
 */
export async function loadExchanges(
  ctx: OperationContext,
  endpoint: WebhookEndpointRow,
  attempts: readonly WebhookAttemptRow[],
): Promise<(attempt: WebhookAttemptRow) => Exchange> {
  const permitted = attempts.filter(({ type }) => holdsScope(ctx.principal, scopeOfType(type)));
  const readable = await attemptsWithin(endpoint, permitted);
  const [bodyOf, answers] = await Promise.all([
    loadBodies(withinEndpoint(ctx, endpoint), readable),
    loadAnswers(
      ctx,
      readable.map(({ _id }) => _id),
    ),
  ]);
  const known = new Set(readable);
  return (attempt) => {
    const { _id, eventId, at, error } = attempt;
    const isShown = known.has(attempt) && at !== null && !unsent.has(error);
    const request = isShown ? { headers: requestHeaders({ eventId, now: at }), body: bodyOf(attempt) } : null;
    return { request, responseBody: answers.get(_id) ?? null };
  };
}
