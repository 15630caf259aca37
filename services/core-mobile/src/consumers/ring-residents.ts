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
import { pushMissed, pushRinging } from './push-calls.ts';

interface RingResidents {
  bus: Bus;
  environment: string;
  events: CommittedEvents;
  log: Logger;
  senders: PushSenders;
}

/** A call has stopped ringing after this time; an event that comes later rings nobody. In milliseconds. */
const staleAfterMs = 60_000;

/** How long a call waits for its push services before the next one gets its place, in milliseconds. */
const patienceMs = 1000;

/** Calls whose devices are being rung at once in a process. */
const concurrency = 32;

/** While the messages of so many calls go on by themselves, no further call waits for its own. */
const maxLate = 32;

/**
 * Waits for messages for a while. Those that take longer go on by themselves, and their error is logged. With a silent push
 * service only the first calls wait: a burst of 500 is not read a second for every 32 of them.
 */
function createPatience(log: Logger): (work: Promise<unknown>) => Promise<void> {
  let late = 0;
  const goOn = (work: Promise<unknown>): void => {
    late += 1;
    void work
      .catch((err: unknown) => log.error({ err }, 'the messages about a call could not be sent'))
      .finally(() => (late -= 1));
  };
  return async (work) => {
    if (late >= maxLate) return goOn(work);
    const waiting = new AbortController();
    const isLate = delay(patienceMs, true, { signal: waiting.signal }).catch(() => false);
    if (await Promise.race([isLate, work.then(() => false)]).finally(() => waiting.abort())) goOn(work);
  };
}

/**
 * Pushes to the devices of residents when a call begins to ring, and after it to those who did not answer. A call waits
 * a second for the push services, which then go on by themselves: a silent one holds up no other call. A crash in that
 * second repeats the messages, and a repeat takes the place of the first on the device.
 */
export function startRingingResidents({
  bus,
  environment,
  events,
  log,
  senders,
}: RingResidents): RunningConsumer {
  const inPatience = createPatience(log);
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
      const isStale = Date.now() - Date.parse(event.time) > staleAfterMs;
      if (event.type === 'pas.v1.calls.call.ended')
        await inPatience((await pushMissed(ctx, senders, event.data)).rung);
      else if (!isStale) await inPatience((await pushRinging(ctx, senders, event.data)).rung);
    },
  });
}
