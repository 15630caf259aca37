import { isolate } from '@pas/platform/background/isolate';
import type { SealedTexts } from '@pas/platform/secrets/sealed-text';
import { workContext, type Worker } from '@pas/shared/context/work-context';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { createGroupCommit } from '../audit-chain/group-commit.ts';
import { countAttempt } from './attempt-metrics.ts';
import { storeOutcomes, type AttemptOutcome } from './attempt-queue.ts';
import { recordFailure, recordSuccess } from './endpoint-health.ts';
import type { Receiver } from './find-receiver.ts';
import { loadBodies, withinEndpoint } from './load-bodies.ts';
import { nextAttempt } from './new-attempt.ts';
import { attemptsToSend } from './receives-event.ts';
import { nextTryAt } from './retry-plan.ts';
import { unanswered, type Outcome, type SendRequest } from './send-request.ts';
import { signEvent } from './sign-event.ts';
import { openSecrets } from './signing-secrets.ts';
import { traceAttempt } from './trace-attempt.ts';

/** Dependencies for sending events. */
export interface DeliveryDependencies extends Pick<Worker, 'environment' | 'events' | 'log'> {
  texts: SealedTexts;
  send: SendRequest;
  /** Called when a retry is stored, with its time. */
  onRetry: (at: Date) => void;
  /** The waits after failed attempts, in milliseconds. */
  waitsMs?: readonly number[];
}

interface Work {
  ctx: OperationContext;
  endpoint: WebhookEndpointRow;
  /** The attempts whose events the endpoint still gets. */
  attempts: readonly WebhookAttemptRow[];
  bodyOf: (attempt: WebhookAttemptRow) => string;
}

/** Whether a retry is useless: the endpoint is gone or inactive, or no longer gets this event. */
const isFinal = ({ responseStatus, error }: Outcome): boolean =>
  responseStatus === 410 || error === 'endpoint_inactive' || error === 'not_subscribed';

/** Stores the outcomes of attempts, with their retries. */
function createOutcomeRecorder({ onRetry, waitsMs }: Pick<DeliveryDependencies, 'onRetry' | 'waitsMs'>) {
  const store = createGroupCommit<AttemptOutcome>(async (_tenant, outcomes) => storeOutcomes(outcomes), {
    maxBatch: 100,
    maxCommits: 4,
    lingerMs: 25,
  });

  const recordOutcome = async (attempt: WebhookAttemptRow, outcome: Outcome): Promise<void> => {
    const at = new Date();
    const isOver = outcome.error === null || isFinal(outcome);
    const nextAt = isOver ? null : nextTryAt(attempt.number, at, waitsMs);
    const next = nextAt && nextAttempt(attempt, { nextAt, now: at });
    await store(attempt.tenantId, { attempt, ...outcome, at, next });
    if (nextAt) onRetry(nextAt);
    countAttempt(attempt, outcome, at);
  };

  /** Ends attempts without a request. */
  const refuse = async (attempts: readonly WebhookAttemptRow[], error: string): Promise<void> =>
    void (await Promise.all(attempts.map(async (attempt) => recordOutcome(attempt, unanswered(error)))));
  return { recordOutcome, refuse };
}

/** Creates the delivery of claimed attempts. */
export function createDelivery(options: DeliveryDependencies) {
  const { environment, events, log, texts, send } = options;
  const worker = { service: 'admin', name: 'Webhooks', environment, events, log };
  const { recordOutcome, refuse } = createOutcomeRecorder(options);

  const tryOne = async ({ ctx, endpoint, bodyOf }: Work, attempt: WebhookAttemptRow): Promise<void> => {
    const { eventId } = attempt;
    const body = bodyOf(attempt);
    const now = new Date();
    const secrets = openSecrets(texts, endpoint.secrets, now);
    const outcome = await send(signEvent({ eventId, url: endpoint.url, body, secrets, now }));
    await recordOutcome(attempt, outcome);
    const later = { ...ctx, now: new Date() };
    if (outcome.error === null) await recordSuccess(later, endpoint);
    else await recordFailure(later, endpoint, outcome.responseStatus);
  };

  return {
    /**
     * Prepares the attempts of one endpoint. Attempts of events that it no longer gets fail here. If it gets no events
     * now, all attempts fail, and the result is null.
     */
    async prepare(receiver: Receiver | null, attempts: readonly WebhookAttemptRow[]): Promise<Work | null> {
      if (!receiver || receiver.refusal !== null) {
        await refuse(attempts, receiver?.refusal ?? 'endpoint_inactive');
        return null;
      }
      const { endpoint } = receiver;
      const base = workContext(worker, endpoint.tenantId);
      const ctx = withinEndpoint(base, endpoint);
      const wanted = await attemptsToSend(endpoint, attempts);
      const others = attempts.filter((attempt) => !wanted.includes(attempt));
      await refuse(others, 'not_subscribed');
      return { ctx, endpoint, attempts: wanted, bodyOf: await loadBodies(ctx, wanted) };
    },
    /** Sends one attempt. If its outcome cannot be stored, it is sent again after its claim expires. */
    async deliver(work: Work, attempt: WebhookAttemptRow): Promise<void> {
      const { _id, tenantId } = attempt;
      const piece = { work: 'webhooks', log, about: { tenantId, attempt: _id } };
      await traceAttempt(attempt, () => isolate(piece, () => tryOne(work, attempt)).then(() => undefined));
    },
  };
}
