import { ControlOutboxModel, OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { receiptOutbox } from '@pas/shared/models/webhook-receipt';
import { failure, fine, warning, type Check, type Look } from './finding.ts';

/** The number at which a count ends, and the time limit of a read in milliseconds. */
const [maxCounted, maxTimeMS] = [10_000, 5000];

/** Age of an unpublished event that is reported, and that needs a person, in seconds. */
const [lateSeconds, stuckSeconds] = [60, 600];

async function lookAtOutbox(environment: string, outbox: typeof OutboxModel): Promise<Look> {
  const filter = { environment, state: 'new' as const };
  const count = await outbox.countDocuments(filter, { limit: maxCounted, maxTimeMS });
  const first = await outbox
    .findOne(filter, { createdAt: 1 }, { maxTimeMS })
    .sort({ lockUntil: 1, _id: 1 })
    .lean<Pick<OutboxRow, 'createdAt'>>();
  const seconds = first ? Math.round((Date.now() - first.createdAt.getTime()) / 1000) : 0;
  const name = `${outbox.collection.name} of ${outbox.db.name}`;
  const message = `${count}${count === maxCounted ? ' or more' : ''} events wait in ${name}, the first for ${seconds} s.`;
  const next = 'Check that the workers of admin run and that NATS answers. They publish all events then.';
  if (seconds < lateSeconds) return fine(message);
  return seconds < stuckSeconds ? warning(message, next) : failure(message, next);
}

/** Checks the events that are committed and not published yet. */
export const backlogChecks = (environment: string): Check[] => [
  {
    name: 'backlog',
    look: () =>
      Promise.all(
        [OutboxModel, ControlOutboxModel, receiptOutbox].map((each) => lookAtOutbox(environment, each)),
      ),
  },
];
