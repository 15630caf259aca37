import { isolate } from '@pas/platform/background/isolate';
import type { SealedTexts } from '@pas/platform/secrets/sealed-text';
import { timestamp } from '@pas/platform/http/timestamp';
import { workContext, type Worker } from '@pas/shared/context/work-context';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { createGroupCommit } from '../audit-chain/group-commit.ts';
import { loadEventData } from '../public-events/load-event-data.ts';
import type { PublicEventData } from '../public-events/public-event.schema.ts';
import { dataOfType } from '../public-events/public-event.schema.ts';
import { storeSettled, type AttemptOutcome } from './attempt-queue.ts';
import { recordFailure, noteSuccess } from './endpoint-health.ts';
import type { Receiver } from './find-receiver.ts';
import { nextAttempt } from './new-attempt.ts';
import { nextTryAt } from './retry-plan.ts';
import { sampleData } from './sample-data.ts';
import type { Outcome, SendRequest } from './send-request.ts';
import { signEvent } from './sign-event.ts';
import { openSecrets } from './signing-secrets.ts';

/** Dependencies for sending events. */
export interface DeliveryDependencies extends Pick<Worker, 'environment' | 'events' | 'log'> {
  texts: SealedTexts;
  send: SendRequest;
  /** The waits after failed attempts, in milliseconds. */
  waitsMs?: readonly number[];
}

interface Work {
  ctx: OperationContext;
  endpoint: WebhookEndpointRow;
  dataOf: (attempt: WebhookAttemptRow) => PublicEventData;
}

/** Reads the event data of an endpoint's attempts, within the endpoint's properties. */
async function loadData(
  ctx: OperationContext,
  attempts: readonly WebhookAttemptRow[],
): Promise<Work['dataOf']> {
  const shown = attempts.flatMap(({ eventId, type, entityId }) =>
    entityId === null ? [] : [{ _id: eventId, type, entityId }],
  );
  const dataOf = await loadEventData(ctx, shown);
  return ({ eventId, type, entityId, tenantId }) =>
    entityId === null ? sampleData(type, tenantId) : dataOf({ _id: eventId, type, entityId });
}

/** Whether a retry is useless: the endpoint is gone, or may no longer get events. */
const isFinal = ({ responseStatus, error }: Outcome): boolean =>
  responseStatus === 410 || error === 'endpoint_inactive';

/** Creates the delivery of claimed attempts, with storage of their outcomes. */
export function createDelivery({ environment, events, log, texts, send, waitsMs }: DeliveryDependencies) {
  const worker = { service: 'admin', name: 'Webhooks', environment, events, log };
  const store = createGroupCommit<AttemptOutcome>(async (_tenant, settled) => storeSettled(settled), {
    maxBatch: 100,
    maxCommits: 4,
  });

  const settle = async (attempt: WebhookAttemptRow, outcome: Outcome): Promise<void> => {
    const at = new Date();
    const isOver = outcome.error === null || isFinal(outcome);
    const nextAt = isOver ? null : nextTryAt(attempt.number, at, waitsMs);
    const next = nextAt && nextAttempt(attempt, { nextAt, now: at });
    await store(attempt.tenantId, { attempt, ...outcome, at, next });
  };

  const tryOne = async ({ ctx, endpoint, dataOf }: Work, attempt: WebhookAttemptRow): Promise<void> => {
    const { eventId, type, occurredAt } = attempt;
    // The schema removes fields that the entity does not declare.
    const data = dataOfType(type).parse(dataOf(attempt));
    const body = JSON.stringify({ type, timestamp: timestamp(occurredAt), data });
    const now = new Date();
    const secrets = openSecrets(texts, endpoint.secrets, now);
    const outcome = await send(signEvent({ eventId, url: endpoint.url, body, secrets, now }));
    await settle(attempt, outcome);
    const later = { ...ctx, now: new Date() };
    if (outcome.error === null) await noteSuccess(later, endpoint);
    else await recordFailure(later, endpoint, outcome.responseStatus);
  };

  return {
    /**
     * Prepares the attempts of one endpoint; null when the endpoint gets no events now and its attempts have
     * failed.
     */
    async prepare(receiver: Receiver | null, attempts: readonly WebhookAttemptRow[]): Promise<Work | null> {
      if (!receiver || receiver.refusal !== null) {
        const refused = { responseStatus: null, error: receiver?.refusal ?? 'endpoint_inactive' };
        await Promise.all(attempts.map(async (attempt) => settle(attempt, refused)));
        return null;
      }
      const { endpoint } = receiver;
      const base = workContext(worker, endpoint.tenantId);
      const ctx = { ...base, principal: { ...base.principal, propertyIds: endpoint.propertyIds } };
      return { ctx, endpoint, dataOf: await loadData(ctx, attempts) };
    },
    /** Sends one attempt. If its outcome cannot be stored, it is sent again after its claim expires. */
    async deliver(work: Work, attempt: WebhookAttemptRow): Promise<void> {
      const { _id, tenantId } = attempt;
      const piece = { work: 'webhooks', log, about: { tenantId, attempt: _id } };
      await isolate(piece, () => tryOne(work, attempt));
    },
  };
}
