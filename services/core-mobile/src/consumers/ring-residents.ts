import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '@pas/platform/events/bus';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import { consumeEvents, type RunningConsumer } from '@pas/platform/events/consume';
import { OutboxModel } from '@pas/platform/events/outbox';
import { outboxSource } from '@pas/platform/events/outbox-source';
import type { Logger } from '@pas/platform/log/logger';
import { workContext } from '@pas/shared/context/work-context';
import { catalogue } from '@pas/shared/events/catalogue';
import { consumers } from '@pas/shared/events/traffic';
import type { PushSenders } from '@pas/shared/push/push-senders';
import { pushAnswered, pushMissed, pushRinging } from './push-calls.ts';
import { timeRinging } from './ring-metrics.ts';

interface RingResidents {
  bus: Bus;
  environment: string;
  events: CommittedEvents;
  log: Logger;
  senders: PushSenders;
}

/** Age in milliseconds from which an event no longer rings a device. A call stops ringing earlier. */
const staleAfterMs = 60_000;

/** Time in milliseconds that a call waits for push services before the next call is processed. */
const maxWaitMs = 1000;

/** Maximum number of calls that a process handles at once. */
const concurrency = 32;

/** Number of calls with slow messages beyond which no further call waits for its messages. */
const maxLate = 32;

/**
 * Waits one second for messages. Slower messages continue in the background, and their errors are logged. With a silent
 * push service only the first calls wait. A burst of 500 calls is not delayed by a second for every 32 calls.
 */
function createBoundedWait(log: Logger): (work: Promise<unknown>) => Promise<void> {
  let late = 0;
  const continueInBackground = (work: Promise<unknown>): void => {
    late += 1;
    void work
      .catch((err: unknown) => log.error({ err }, 'the messages about a call could not be sent'))
      .finally(() => (late -= 1));
  };
  return async (work) => {
    if (late >= maxLate) return continueInBackground(work);
    const waiting = new AbortController();
    const isLate = delay(maxWaitMs, true, { signal: waiting.signal }).catch(() => false);
    if (await Promise.race([isLate, work.then(() => false)]).finally(() => waiting.abort()))
      continueInBackground(work);
  };
}

/**
 * Sends push messages when a call begins to ring. When a resident answers, it tells the others. When nobody has
 * answered, it tells all. A call waits one second for the push services. After that, sending continues in the
 * background, so a silent service delays no other call. A crash in that second repeats the messages. A repeated message
 * replaces the first one on the device.
 */
export function startRingingResidents({
  bus,
  environment,
  events,
  log,
  senders,
}: RingResidents): RunningConsumer {
  const waitBriefly = createBoundedWait(log);
  const worker = { service: 'core-mobile', name: 'Ringing', environment, events, log };
  return consumeEvents({
    bus,
    log,
    environment,
    ...consumers.ringResidents,
    concurrency,
    catalogue,
    sources: [outboxSource(OutboxModel)],
    async handle(event) {
      const ctx = workContext(worker, event.tenantid);
      const startedAt = Date.parse(event.time);
      const isStale = Date.now() - startedAt > staleAfterMs;
      if (event.type === 'pas.v1.calls.call.ended')
        await waitBriefly((await pushMissed(ctx, senders, event.data)).rung);
      else if (event.type === 'pas.v1.calls.call.answered')
        await waitBriefly((await pushAnswered(ctx, senders, event.data)).rung);
      else if (!isStale) {
        const onAnswer = timeRinging.bind(null, startedAt);
        await waitBriefly((await pushRinging(ctx, senders, { ...event.data, onAnswer })).rung);
      }
    },
  });
}
