import { setTimeout as pause } from 'node:timers/promises';
import { isolate } from '@pas/platform/background/isolate';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { claimAttempts, queueOf, readQueue } from './attempt-queue.ts';
import { createDelivery, type DeliveryDependencies } from './deliver-attempts.ts';
import { createEndpointPlaces } from './endpoint-places.ts';
import { createReceivers, findReceiverAt, type Receiver } from './find-receiver.ts';

const queueOfEndpoint = ({ tenantId, _id: endpointId }: WebhookEndpointRow): string =>
  queueOf({ tenantId, endpointId });

/** Time that a stop waits for attempts in progress, in milliseconds; expired claims release the rest. */
const stopMs = 10_000;

/** Signals of attempts to the loop of the sender. */
interface TrySignals {
  /** Called when an attempt of a queue has ended, and its slot is free. */
  onDone: (queue: string) => void;
  /** Called when a queue has a turn and gets no slot. */
  onBlocked: (queue: string) => void;
}

type EndpointPlaces = ReturnType<typeof createEndpointPlaces>;

/** Claimed attempts in progress, each in a slot that is released when it ends. */
function createClaimedTries(
  options: DeliveryDependencies,
  places: EndpointPlaces,
  onDone: TrySignals['onDone'],
) {
  const delivery = createDelivery(options);
  const running = new Set<Promise<unknown>>();

  const track = (work: Promise<unknown>): void => {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
  };
  /** Sends claimed attempts of a queue. */
  const send = async (
    queue: string,
    attempts: readonly WebhookAttemptRow[],
    findReceiver: () => Promise<Receiver | null>,
  ): Promise<void> => {
    let left = attempts.length;
    try {
      const work = await delivery.prepare(await findReceiver(), attempts);
      if (!work) return;
      for (const attempt of work.attempts) {
        left -= 1;
        track(
          delivery.deliver(work, attempt).finally(() => {
            places.release(queue, 1);
            onDone(queue);
          }),
        );
      }
    } finally {
      places.release(queue, left);
    }
  };
  return {
    track,
    send,
    stop: async (): Promise<void> =>
      void (await Promise.race([Promise.all(running), pause(stopMs, undefined, { ref: false })])),
  };
}

/** Attempts of this process: shared fairly by tenants, then by endpoints. */
export function createTries(options: DeliveryDependencies, { onDone, onBlocked }: TrySignals) {
  const places = createEndpointPlaces();
  const receivers = createReceivers();
  const claimed = createClaimedTries(options, places, onDone);

  /** Claims and sends the due attempts of a queue within its slots. @returns their number */
  const sendDue = async (queue: string, receiver: Receiver | null, taken: number): Promise<number> => {
    let left = taken;
    try {
      const attempts = await claimAttempts(queue, taken);
      left -= attempts.length;
      if (attempts.length > 0)
        await claimed.send(queue, attempts, () => receivers.ofClaimed(queue, receiver));
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
      if (taken === 0) onBlocked(queue);
      return taken > 0 && (await sendDue(queue, receiver, taken)) === taken;
    },
    reserve: (endpoint: WebhookEndpointRow, wanted: number): number =>
      endpoint.failingSince === null ? places.take(queueOfEndpoint(endpoint), false, wanted) : 0,
    release: (endpoint: WebhookEndpointRow, reserved: number): void =>
      places.release(queueOfEndpoint(endpoint), reserved),
    send: (endpoint: WebhookEndpointRow, attempts: readonly WebhookAttemptRow[]): void => {
      if (attempts.length === 0) return;
      const queue = queueOfEndpoint(endpoint);
      const piece = { work: 'webhooks', log: options.log, about: readQueue(queue) };
      claimed.track(isolate(piece, () => claimed.send(queue, attempts, () => findReceiverAt(endpoint))));
    },
    stop: claimed.stop,
  };
}
