import { createScrapeReader } from '@pas/platform/metrics/scrape-reader';
import { ImportModel } from '@pas/shared/models/import';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { Gauge } from 'prom-client';

const { collect, use } = createScrapeReader('queues');

const messages = new Gauge({
  name: 'message_queue_waiting',
  help: 'Messages to people that are neither sent nor failed, by channel. Counted up to 10,000.',
  labelNames: ['channel'],
  collect,
});

const attempts = new Gauge({
  name: 'webhook_attempts_waiting',
  help: 'Planned attempts to deliver an event to a webhook endpoint, also those that are not due yet. Counted up to 10,000.',
  labelNames: [],
  collect,
});

const imports = new Gauge({
  name: 'imports_working',
  help: 'Imports that a worker has to plan, execute or undo, by status. Counted up to 10,000.',
  labelNames: ['status'],
  collect,
});

/** Limits of each count: each reads one index. */
const limits = { limit: 10_000, maxTimeMS: 1000 };

const channels = ['EMAIL', 'SMS'] as const;
const workingStatuses = ['VALIDATING', 'COMMITTING', 'REVERTING'] as const;

async function readMessages(): Promise<void> {
  for (const channel of channels) {
    const count = OutgoingMessageModel.countDocuments({ channel }, limits);
    messages.set({ channel }, await count.setOptions({ crossTenant: 'due-messages' }));
  }
}

async function readAttempts(): Promise<void> {
  const count = WebhookAttemptModel.countDocuments({ status: 'PENDING' }, limits);
  attempts.set(await count.setOptions({ crossTenant: 'due-attempts' }));
}

async function readImports(): Promise<void> {
  for (const status of workingStatuses) {
    const count = ImportModel.countDocuments({ status }, limits);
    imports.set({ status }, await count.setOptions({ crossTenant: 'imports-by-status' }));
  }
}

/** Reports the queues of the workers at scrapes. All replicas report the same numbers. */
export function observeQueues(): { stop(): void } {
  return use({
    read: async () => void (await Promise.all([readMessages(), readAttempts(), readImports()])),
    clear() {
      messages.reset();
      attempts.remove();
      imports.reset();
    },
  });
}
