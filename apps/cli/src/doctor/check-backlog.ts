import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { maxCounted, readBacklog } from '@pas/platform/events/read-backlog';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { receiptOutbox } from '@pas/shared/models/webhook-receipt';
import { failure, fine, warning, type Check, type CheckResult } from './finding.ts';

/** Time limit of a read. */
const maxTimeMS = 5000;
const limits = { limit: maxCounted, maxTimeMS };

const countText = (count: number): string => (count === maxCounted ? `${count} or more` : String(count));

/** Age of an unpublished event that is reported, and that needs a person, in seconds. */
const [lateSeconds, stuckSeconds] = [60, 600];

async function checkOutbox(environment: string, outbox: typeof OutboxModel): Promise<CheckResult> {
  const { count, oldestSeconds } = await readBacklog(outbox, environment, maxTimeMS);
  const seconds = Math.round(oldestSeconds);
  const name = `${outbox.collection.name} of ${outbox.db.name}`;
  const message = `${countText(count)} events wait in ${name}, the oldest for ${seconds} s.`;
  const next = 'Check that the workers of admin run and that NATS answers. They publish all events then.';
  if (seconds < lateSeconds) return fine(message);
  return seconds < stuckSeconds ? warning(message, next) : failure(message, next);
}

/** Reports messages or attempts that should have been sent, and that no process has taken in time. */
function judgeOverdue(name: string, count: number): CheckResult {
  const message = `${countText(count)} ${name} have been overdue for more than ${lateSeconds} s.`;
  const next =
    'Check that the workers of admin run. Read the runbook sections MessagesStuck and WebhookBacklog.';
  return count === 0 ? fine(message) : warning(message, next);
}

const overdue = () => ({ $lt: new Date(Date.now() - lateSeconds * 1000) });

const channels = [
  ['EMAIL', 'mails'],
  ['SMS', 'texts'],
] as const;

async function checkMessages(): Promise<CheckResult[]> {
  return Promise.all(
    channels.map(async ([channel, name]) => {
      const count = OutgoingMessageModel.countDocuments({ channel, dueAt: overdue() }, limits);
      return judgeOverdue(name, await count.setOptions({ crossTenant: 'due-messages' }));
    }),
  );
}

async function checkAttempts(): Promise<CheckResult> {
  const count = WebhookAttemptModel.countDocuments({ status: 'PENDING', dueAt: overdue() }, limits);
  return judgeOverdue('webhook attempts', await count.setOptions({ crossTenant: 'due-attempts' }));
}

/** Checks the events that are committed and not published yet, and the mails, texts and webhooks that are overdue. */
export const backlogChecks = (environment: string): Check[] => [
  {
    name: 'backlog',
    run: () =>
      Promise.all(
        [OutboxModel, ControlOutboxModel, receiptOutbox].map((each) => checkOutbox(environment, each)),
      ),
  },
  { name: 'queues', run: async () => [...(await checkMessages()), await checkAttempts()] },
];
