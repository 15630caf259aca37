import { isolate } from '@pas/platform/background/isolate';
import { createPace, createWakeSignal, type WakeSignal } from '@pas/platform/concurrency/wake-signal';
import { createTenantTurns } from '../dispatch/tenant-turns.ts';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { dueQueues, readQueue } from './attempt-queue.ts';
import type { DeliveryDependencies } from './deliver-attempts.ts';
import { createTries } from './webhook-tries.ts';

export interface WebhookSenderOptions extends Omit<DeliveryDependencies, 'onRetry'> {
  /**
   * The shortest wait of the sender without work, in milliseconds. It doubles up to `restMs`; a wake signal ends it.
   */
  everyMs?: number;
  /** The longest wait, in milliseconds. Default `4 * everyMs`. */
  restMs?: number;
}

export interface RunningWebhookSender {
  /** Signals that queues have due attempts. */
  wake(queues: readonly string[]): void;
  /** Reads the queues with due attempts now. */
  readDueQueues(): void;
  /**
   * Takes the wanted slots for attempts of an endpoint, as far as they are free. A failing endpoint gets none here.
   *
   * @returns their number
   */
  reserve(endpoint: WebhookEndpointRow, wanted: number): number;
  /** Releases reserved slots whose attempts were not stored. */
  release(endpoint: WebhookEndpointRow, reserved: number): void;
  /** Sends stored and claimed attempts of an endpoint, each in its reserved slot. */
  send(endpoint: WebhookEndpointRow, attempts: readonly WebhookAttemptRow[]): void;
  /** Finishes the attempts in progress and takes no more. */
  stop(): Promise<void>;
}

/** Retries that are due later than this are left to the next read, in milliseconds. */
const soonMs = 30_000;

/** Node's timers may end early by this time, in milliseconds. */
const timerMs = 2;

/** Wakes the sender at the times of retries that this process has planned. */
function wakeForRetries(wakeSignal: WakeSignal): (at: Date) => void {
  return (at) => {
    const waitMs = at.getTime() - Date.now();
    if (waitMs <= soonMs) setTimeout(() => wakeSignal.wake(), waitMs + timerMs).unref();
  };
}

/** Round-robin order of the queues that may have due attempts. */
function createQueueTurns(wakeSignal: WakeSignal) {
  const turns = createTenantTurns(async () => dueQueues(new Date()));
  // Queues whose last turn got no slot. They get another turn when one of their attempts ends.
  const blocked = new Set<string>();
  return {
    turns,
    next(): string | undefined {
      const queue = turns.next();
      if (queue !== undefined) blocked.delete(queue);
      return queue;
    },
    onDone: (queue: string): void => {
      if (blocked.delete(queue)) turns.add(queue);
      if (turns.size > 0 || blocked.size > 0) wakeSignal.wake();
    },
    onBlocked: (queue: string): void => void blocked.add(queue),
  };
}

/**
 * Sends events to endpoints in the background, until stopped. Every replica runs one. Each endpoint has a
 * queue with at most eight concurrent attempts, or one while it fails. So a slow or dead endpoint delays only
 * itself.
 */
export function startWebhookSender(options: WebhookSenderOptions): RunningWebhookSender {
  const { log, everyMs = 500, restMs = 4 * everyMs } = options;
  const wakeSignal = createWakeSignal();
  const pace = createPace(wakeSignal, { fromMs: everyMs, toMs: restMs });
  const stopping = new AbortController();
  const queues = createQueueTurns(wakeSignal);
  const { turns } = queues;
  const tries = createTries({ ...options, onRetry: wakeForRetries(wakeSignal) }, queues);

  /** Gives each waiting queue a turn. @returns whether one of them may have more */
  const round = async (): Promise<boolean> => {
    await turns.refresh();
    let hasMore = false;
    for (let left = turns.size; left > 0 && !tries.isFull() && !stopping.signal.aborted; left -= 1) {
      const queue = queues.next();
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
    while (!stopping.signal.aborted) {
      const hasMore = await round().catch((err: unknown) => {
        log.warn({ err }, 'webhooks cannot be read; tried again');
        return false;
      });
      if (hasMore) pace.reset();
      else if (!stopping.signal.aborted) await pace.rest();
    }
  };
  const done = loop();
  return {
    wake(due) {
      for (const queue of due) turns.add(queue);
      if (due.length > 0) wakeSignal.wake();
    },
    readDueQueues: () => wakeSignal.wake(),
    reserve: tries.reserve,
    release: tries.release,
    send: tries.send,
    async stop() {
      stopping.abort();
      wakeSignal.wake();
      await done;
      await tries.stop();
    },
  };
}
