import { setTimeout as pause } from 'node:timers/promises';
import { isolate } from '@pas/platform/background/isolate';
import { createPace, createWakeSignal } from '@pas/platform/concurrency/wake-signal';
import { createTenantTurns } from '../dispatch/tenant-turns.ts';
import { claimAttempts, dueQueues, readQueue } from './attempt-queue.ts';
import { createDelivery, type DeliveryDependencies } from './deliver-attempts.ts';
import { createEndpointPlaces } from './endpoint-places.ts';
import { createReceivers, type Receiver } from './find-receiver.ts';

export interface WebhookSenderOptions extends DeliveryDependencies {
  /**
   * The shortest wait of the sender without work, in milliseconds. It grows to four times as long; a wake signal ends it.
   */
  everyMs?: number;
}

export interface RunningWebhookSender {
  /** Signals that queues have due attempts. */
  wake(queues: readonly string[]): void;
  /** Finishes the attempts in progress and takes no more. */
  stop(): Promise<void>;
}

/** Time that a stop waits for attempts in progress, in milliseconds; expired claims release the rest. */
const stopMs = 10_000;

/** Attempts of this process: shared fairly by tenants, then by endpoints. */
function createTries(options: WebhookSenderOptions, onDone: (queue: string) => void) {
  const places = createEndpointPlaces();
  const receivers = createReceivers();
  const delivery = createDelivery(options);
  const running = new Set<Promise<void>>();

  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
  };
  /** Sends the due attempts of a queue within its slots; each slot is released when its attempt ends. */
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
            places.release(queue, 1);
            onDone(queue);
          }),
        );
      }
      return attempts.length;
    } finally {
      places.release(queue, left);
    }
  };
  return {
    isFull: places.isFull,
    /** @returns whether the queue may have more due attempts that can be sent now */
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
 * Sends events to endpoints in the background, until stopped. Every replica runs one. Each endpoint has a
 * queue with at most eight concurrent attempts, or one while it fails. So a slow or dead endpoint delays only
 * itself.
 */
export function startWebhookSender(options: WebhookSenderOptions): RunningWebhookSender {
  const { log, everyMs = 500 } = options;
  const wakeSignal = createWakeSignal();
  const pace = createPace(wakeSignal, { fromMs: everyMs, toMs: 4 * everyMs });
  const stopping = new AbortController();
  const { signal } = stopping;
  const turns = createTenantTurns(async () => dueQueues(new Date()));
  const tries = createTries(options, (queue) => {
    turns.add(queue);
    wakeSignal.wake();
  });

  /** Gives each waiting queue a turn. @returns whether one of them may have more */
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
      if (hasMore) pace.reset();
      else if (!signal.aborted) await pace.rest();
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
