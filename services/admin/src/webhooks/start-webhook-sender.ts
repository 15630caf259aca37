import { setTimeout as pause } from 'node:timers/promises';
import { isolate } from '@pas/platform/background/isolate';
import { createWakeSignal } from '@pas/platform/concurrency/wake-signal';
import { createTenantTurns } from '../dispatch/tenant-turns.ts';
import { claimAttempts, dueQueues, readQueue } from './attempt-queue.ts';
import { createDelivery, type Delivering } from './deliver-attempts.ts';
import { createEndpointPlaces } from './endpoint-places.ts';
import { createReceivers, type Receiver } from './find-receiver.ts';

export interface WebhookSenderOptions extends Delivering {
  /** How long the sender waits when it has no work, in milliseconds. */
  everyMs?: number;
}

export interface RunningWebhookSender {
  /** Says that queues have something to send. */
  wake(queues: readonly string[]): void;
  /** Finishes the tries under way and takes no more. */
  stop(): Promise<void>;
}

/** How long a stop waits for tries under way, in milliseconds; their claims end what it leaves behind. */
const stopMs = 10_000;

/** The tries of this process: shared fairly by tenants, then by endpoints. */
function createTries(options: WebhookSenderOptions, onDone: (queue: string) => void) {
  const places = createEndpointPlaces();
  const receivers = createReceivers();
  const delivery = createDelivery(options);
  const running = new Set<Promise<void>>();

  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
  };
  /** Sends what is due in a queue, as far as there are places; each place is given back when its try is over. */
  const send = async (queue: string, receiver: Receiver | null, taken: number): Promise<number> => {
    let left = taken;
    try {
      const attempts = await claimAttempts(queue, taken);
      if (attempts.length === 0) return 0;
      const current = await receivers.ofClaimed(queue, receiver);
      const work = await delivery.prepare(current, attempts);
      if (!work) return attempts.length;
      for (const attempt of attempts) {
        left -= 1;
        track(
          delivery.deliver(work, attempt).finally(() => {
            places.giveBack(queue, 1);
            onDone(queue);
          }),
        );
      }
      return attempts.length;
    } finally {
      places.giveBack(queue, left);
    }
  };
  return {
    isFull: places.isFull,
    /** @returns whether the queue may have more that is due and could be sent now */
    async serve(queue: string): Promise<boolean> {
      const receiver = await receivers.find(queue);
      const taken = places.take(queue, Boolean(receiver?.endpoint.failingSince));
      return taken > 0 && (await send(queue, receiver, taken)) === taken;
    },
    stop: async (): Promise<void> =>
      void (await Promise.race([Promise.all(running), pause(stopMs, undefined, { ref: false })])),
  };
}

/**
 * Sends events to endpoints in the background, until stopped. Every replica runs one. Each endpoint has a queue and at
 * most eight tries at once; one that fails has one. So an endpoint that is slow or dead waits for itself: places are left
 * for the others.
 */
export function startWebhookSender(options: WebhookSenderOptions): RunningWebhookSender {
  const { log, everyMs = 500 } = options;
  const wakeSignal = createWakeSignal();
  const stopping = new AbortController();
  const { signal } = stopping;
  const turns = createTenantTurns(async () => dueQueues(new Date()));
  const tries = createTries(options, (queue) => {
    turns.add(queue);
    wakeSignal.wake();
  });

  /** Gives each waiting queue its turn. @returns whether one of them may have more */
  const round = async (): Promise<boolean> => {
    await turns.refresh();
    let hasMore = false;
    for (let left = turns.size; left > 0 && !tries.isFull() && !signal.aborted; left -= 1) {
      const queue = turns.next();
      if (queue === undefined) continue;
      const piece = { work: 'webhooks', log, about: readQueue(queue) };
      if (await isolate(piece, () => tries.serve(queue))) {
        turns.add(queue);
        hasMore = true;
      }
    }
    return hasMore;
  };
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      const hasMore = await round().catch((err: unknown) => {
        log.warn({ err }, 'webhooks cannot be read; tried again');
        return false;
      });
      if (!hasMore && !signal.aborted) await wakeSignal.wait(everyMs);
    }
  };
  const done = loop();
  return {
    wake(queues) {
      for (const queue of queues) turns.add(queue);
      wakeSignal.wake();
    },
    async stop() {
      stopping.abort();
      wakeSignal.wake();
      await done;
      await tries.stop();
    },
  };
}
