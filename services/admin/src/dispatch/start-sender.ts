import { setTimeout as pause } from 'node:timers/promises';
import { isolate } from '@pas/platform/background/isolate';
import { createFairPlaces } from '@pas/platform/concurrency/fair-places';
import { createPace, createWakeSignal } from '@pas/platform/concurrency/wake-signal';
import type { Logger } from '@pas/platform/log/logger';
import { inSpan } from '@pas/platform/trace/spans';
import { withTrace } from '@pas/platform/trace/trace';
import { workContext, type Worker } from '@pas/shared/context/work-context';
import type { Channel } from '@pas/shared/models/invite';
import type { OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import { claimMessage, claimMs, renewClaim, tenantsWithDueMessages } from './queued-messages.ts';
import type { SendMessage } from './send-message.ts';
import { createTenantTurns } from './tenant-turns.ts';

export interface SenderOptions extends Pick<Worker, 'environment' | 'events' | 'log'> {
  channel: Channel;
  send: SendMessage;
  /** Whether a tenant has so many stalled messages that no more may be claimed. */
  isFull?: (tenantId: string) => boolean;
  /** Concurrent messages in this process. */
  places?: number;
  /**
   * The shortest wait of the sender without work, in milliseconds. It doubles up to `restMs`; a wake signal ends it.
   */
  everyMs?: number;
  /** The longest wait, in milliseconds. Default `4 * everyMs`. */
  restMs?: number;
}

/** The sender of one channel. */
export interface RunningSender {
  /** Signals that a tenant may have a message to send. */
  wake(tenantId: string): void;
  /** Finishes the messages in progress and claims no more. */
  stop(): Promise<void>;
}

/** Time that a stop waits for messages in progress, in milliseconds. */
const stopMs = 10_000;

/** Messages that this process sends now. Their claims are renewed until they are done. */
function createClaims(log: Logger) {
  const claims = new Map<string, OutgoingMessageRow>();
  const renew = (): void => {
    for (const message of claims.values())
      void renewClaim(message).catch((err: unknown) => log.warn({ err }, 'a claim is not renewed'));
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    has: ({ _id }: OutgoingMessageRow): boolean => claims.has(_id),
    add(message: OutgoingMessageRow): void {
      claims.set(message._id, message);
      timer ??= setInterval(renew, claimMs / 3);
    },
    remove({ _id }: OutgoingMessageRow): void {
      claims.delete(_id);
      if (claims.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    stop: () => clearInterval(timer),
  };
}

type Claims = ReturnType<typeof createClaims>;

/** Prepares the work on one message. Its slot is released once: when it is done or stalls. */
function messageWork({ channel, send, environment, events, log }: SenderOptions, claims: Claims) {
  const worker = { service: 'admin', name: 'Delivery of invites', environment, events, log };
  return async (message: OutgoingMessageRow, release: () => void): Promise<void> => {
    const { tenantId, correlationId, traceparent } = message;
    claims.add(message);
    let hasPlace = true;
    const endPlace = (): void => {
      if (hasPlace) release();
      hasPlace = false;
    };
    const piece = { work: `messages by ${channel}`, log, about: { tenantId, message: message._id } };
    await withTrace({ correlationId, traceparent }, () =>
      isolate(piece, () =>
        inSpan({ name: `send ${channel}`, kind: 'client' }, () =>
          send(workContext(worker, tenantId), message, endPlace),
        ),
      ),
    );
    claims.remove(message);
    endPlace();
  };
}

/** Slots of a channel in this process, with their messages. */
function createPlaces(options: SenderOptions) {
  const { channel, log, places: size = 8, isFull = () => false } = options;
  const places = createFairPlaces({ places: size, weights: [1] });
  const claims = createClaims(log);
  const work = messageWork(options, claims);
  const running = new Set<Promise<void>>();
  return {
    isFull: (): boolean => places.inUse >= size,
    count: (): number => running.size,
    /**
     * Claims a message of a tenant if the tenant may have a slot. Returns whether the tenant may have more
     * messages.
     */
    async serve(tenantId: string, onPlace: () => void): Promise<boolean> {
      if (isFull(tenantId) || places.tryTake([tenantId]) !== 'taken') return true;
      const message = await claimMessage({ tenantId, channel }).catch((error: unknown) => {
        places.release([tenantId]);
        throw error;
      });
      // A message whose claim expired during a store outage may still be in progress here.
      if (!message || claims.has(message)) {
        places.release([tenantId]);
        return false;
      }
      const release = (): void => {
        places.release([tenantId]);
        onPlace();
      };
      const done = work(message, release).finally(() => running.delete(done));
      running.add(done);
      return true;
    },
    async stop(): Promise<void> {
      await Promise.race([Promise.all(running), pause(stopMs, undefined, { ref: false })]);
      claims.stop();
    },
  };
}

/**
 * Sends the queued messages of a channel in the background, until stopped. Every replica runs one. Tenants
 * take turns and none gets all slots, so that a large backlog delays other tenants little.
 */
export function startSender(options: SenderOptions): RunningSender {
  const { channel, log, everyMs = 1000, restMs = 4 * everyMs } = options;
  const places = createPlaces(options);
  const turns = createTenantTurns(async () => tenantsWithDueMessages(channel, new Date()));
  const wakeSignal = createWakeSignal();
  const pace = createPace(wakeSignal, { fromMs: everyMs, toMs: restMs });
  const stopping = new AbortController();
  const { signal } = stopping;
  const onPlace = (): void => wakeSignal.wake();

  /** Gives each waiting tenant a slot in turn. */
  const round = async (): Promise<void> => {
    await turns.refresh();
    for (let left = turns.size; left > 0 && !places.isFull() && !signal.aborted; left -= 1) {
      const tenantId = turns.next();
      if (tenantId === undefined) continue;
      const piece = { work: `messages by ${channel}`, log, about: { tenantId } };
      if (await isolate(piece, () => places.serve(tenantId, onPlace))) turns.add(tenantId);
    }
  };
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      const before = places.count();
      await round().catch((err: unknown) =>
        log.warn({ err, channel }, 'messages cannot be read; tried again'),
      );
      if (places.count() > before) pace.reset();
      else if (!signal.aborted) await pace.rest();
    }
  };
  const done = loop();
  return {
    wake(tenantId) {
      turns.add(tenantId);
      wakeSignal.wake();
    },
    async stop() {
      stopping.abort();
      wakeSignal.wake();
      await done;
      await places.stop();
    },
  };
}
