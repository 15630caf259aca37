import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { withoutDeadline } from '../deadline/deadline.ts';
import type { Logger } from '../log/logger.ts';
import type { Bus } from './bus.ts';
import { afterGrace, type CommittedEvents } from './committed-events.ts';
import type { OutboxRow } from './outbox.ts';
import { publishRow } from './publish-row.ts';
import { createSentMarks } from './sent-marks.ts';

/** Publisher of the events that this process commits. */
export interface EventPublisher extends CommittedEvents {
  /** Finishes the publications under way, and leaves the rest to the sweeper after five seconds. */
  stop(): Promise<void>;
}

/** Publications in flight: enough to fill the round trip to NATS. */
const maxInFlight = 256;

/** Maximum waiting events, which is reached only while NATS is slow. The sweeper publishes the dropped ones. */
const maxWaiting = 10_000;

const maxStopMs = 5000;
const stopPollMs = 10;

interface QueuedEvent {
  outbox: Model<OutboxRow>;
  row: OutboxRow;
}

/**
 * Starts to publish the events of this process's own commits from memory, without reading the outbox and without a
 * lease. An event that cannot be published is dropped here. The sweeper finds its row in the outbox after
 * `publishGraceMs`.
 */
export function startPublisher({ bus, log }: { bus: Bus; log: Logger }): EventPublisher {
  const marks = createSentMarks(log);
  const waiting: QueuedEvent[] = [];
  let inFlight = 0;
  let isFailing = false;

  const failed = (err: unknown): void => {
    if (!isFailing) log.warn({ err }, 'events cannot be published; they wait in the outbox for the sweeper');
    isFailing = true;
    if (!bus.isConnected()) waiting.length = 0;
  };
  const publishOne = async ({ outbox, row }: QueuedEvent): Promise<void> => {
    try {
      await publishRow(bus, row);
      isFailing = false;
      marks.add(outbox, row._id);
    } catch (error) {
      failed(error);
    } finally {
      inFlight -= 1;
    }
    next();
  };
  const next = (): void => {
    while (inFlight < maxInFlight) {
      const one = waiting.shift();
      if (!one) return;
      // The sweeper publishes it by now. A process frozen for longer than the duplicate window would store it twice.
      if (one.row.lockUntil.getTime() <= Date.now()) continue;
      inFlight += 1;
      void publishOne(one);
    }
  };
  const isBusy = (): boolean => inFlight > 0 || waiting.length > 0;
  return {
    sweepableAt: afterGrace,
    publish(outbox, rows) {
      if (!bus.isConnected() || waiting.length + rows.length > maxWaiting) return;
      for (const row of rows) waiting.push({ outbox, row });
      // The loop continues with the events of other requests.
      withoutDeadline(next);
    },
    wake: (subject) => bus.emit(subject, ''),
    async stop() {
      const giveUpAt = performance.now() + maxStopMs;
      while (isBusy() && performance.now() < giveUpAt) await pause(stopPollMs);
      waiting.length = 0;
      await marks.flush();
    },
  };
}
