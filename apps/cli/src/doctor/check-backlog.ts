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

/** Reports messages whose carrier has not taken them since their creation. A failed try makes them due again later. */
function judgeDelayed(name: string, count: number): CheckResult {
  const message = `${countText(count)} ${name} have failed tries and have waited for more than ${lateSeconds} s.`;
  const next =
    'The log lines “a message is delayed” of the workers have the reason. Read the runbook section MessagesStuck.';
  return count === 0 ? fine(message) : warning(message, next);
}

const overdue = () => ({ $lt: new Date(Date.now() - lateSeconds * 1000) });

const channels = [
  ['EMAIL', 'mails'],
  ['SMS', 'texts'],
] as const;

interface Late {
  dueAt?: { $lt: Date };
  createdAt?: { $lt: Date };
  attempts?: { $gt: number };
}

async function countMessages(channel: 'EMAIL' | 'SMS', late: Late): Promise<number> {
  const count = OutgoingMessageModel.countDocuments({ channel, ...late }, limits);
  return count.setOptions({ crossTenant: 'due-messages' });
}

async function checkMessages(): Promise<CheckResult[]> {
  const results = channels.map(async ([channel, name]) => [
    judgeOverdue(name, await countMessages(channel, { dueAt: overdue() })),
    judgeDelayed(name, await countMessages(channel, { attempts: { $gt: 0 }, createdAt: overdue() })),
  ]);
  return (await Promise.all(results)).flat();
}

async function checkAttempts(): Promise<CheckResult> {
  const count = WebhookAttemptModel.countDocuments({ status: 'PENDING', dueAt: overdue() }, limits);
  return judgeOverdue('webhook attempts', await count.setOptions({ crossTenant: 'due-attempts' }));
}

/** Checks the events that are committed and not published yet, and the mails, texts and webhooks that are late. */
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
