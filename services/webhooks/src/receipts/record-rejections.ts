import { randomInt } from 'node:crypto';
import { delayWork } from '@pas/platform/concurrency/delay-work';
import type { Logger } from '@pas/platform/log/logger';
import { sampleLines } from '@pas/platform/log/sample-lines';
import type { Provider } from '@pas/shared/models/webhook-receipt';
import { WebhookRejectionModel, type WebhookRejectionRow } from '@pas/shared/models/webhook-rejection';
import { Counter } from 'prom-client';
import type { RejectionReason } from '../providers/signed-request.ts';

/** Webhooks that were refused for their signature. */
const rejectedWebhooks = new Counter({
  name: 'webhook_rejections_total',
  help: 'Webhooks that were refused for their signature, by provider and reason.',
  labelNames: ['provider', 'reason'],
});

/** A webhook that was refused for its signature. */
export interface Rejection {
  provider: Provider;
  /** Without the query. */
  path: string;
  reason: RejectionReason;
}

/** The recorder of refused webhooks. */
export interface Rejections {
  /** Counts a refusal and lists it soon. Never waits and never throws. */
  record(rejection: Rejection): void;
  /** Writes the waiting refusals. */
  stop(): Promise<void>;
}

/** The refusals that are stored for each provider. */
const slots = 1000;

/** The refusals that are written in one round. Further ones are only counted. */
const maxWaiting = 50;

const everyMs = 500;
const maxPathLength = 200;

/**
 * Counts refusals and stores the last ones, in batches and a fixed number of rows. So a flood costs the database
 * little.
 */
export function recordRejections(log: Logger): Rejections {
  const sample = sampleLines(log);
  let waiting: WebhookRejectionRow[] = [];
  // Sequential slots, so that a process overwrites its own rows only after a whole round.
  let slot = randomInt(slots);

  const write = async (): Promise<void> => {
    const batch = new Map(waiting.map((row) => [row._id, row]));
    waiting = [];
    if (batch.size === 0) return;
    const operations = [...batch.values()].map(({ _id, ...fields }) => ({
      updateOne: { filter: { _id }, update: { $set: fields }, upsert: true },
    }));
    await WebhookRejectionModel.bulkWrite(operations, { ordered: false }).catch((err: unknown) =>
      log.warn({ err }, 'refused webhooks could not be listed'),
    );
  };
  const writing = delayWork(write, everyMs);

  return {
    record({ provider, path, reason }) {
      rejectedWebhooks.inc({ provider, reason });
      const shortPath = path.slice(0, maxPathLength);
      sample(`${provider} ${reason}`, { provider, reason, path: shortPath }, 'a webhook is refused');
      if (waiting.length >= maxWaiting) return;
      slot = (slot + 1) % slots;
      const _id = `${provider}:${slot}`;
      waiting.push({ _id, provider, path: shortPath, reason, at: new Date() });
      writing.schedule();
    },
    stop: () => writing.flush(),
  };
}
