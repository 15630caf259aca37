import { setTimeout as pause } from 'node:timers/promises';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { PublicEventHeadModel, type PublicEventHeadRow } from '@pas/shared/models/public-event-head';
import type { FeedCursor } from './feed-cursor.ts';

/** Waits for new events of tenants. */
export interface HeadWatch {
  /**
   * Waits until the tenant has an event after `seq`.
   *
   * @returns the place of the newest one, and a moment before it was read; null when the signal aborts
   */
  past(tenantId: string, seq: number, signal: AbortSignal): Promise<FeedCursor | null>;
}

interface Waiter {
  tenantId: string;
  seq: number;
  end: (head: FeedCursor | null) => void;
}

/** How often the heads are read while somebody waits, in milliseconds. */
const everyMs = 250;

async function readHeads(tenantIds: readonly string[]): Promise<PublicEventHeadRow[]> {
  return PublicEventHeadModel.find({ _id: { $in: [...tenantIds] } })
    .maxTimeMS(2000)
    .lean<PublicEventHeadRow[]>();
}

/**
 * Watches the heads of the tenants for whose events somebody waits: one statement each quarter of a second for the whole
 * process, however many wait, and none while nobody does.
 */
export function watchHeads(): HeadWatch {
  const waiters = new Set<Waiter>();
  let isRunning = false;

  const look = async (): Promise<void> => {
    const tenantIds = [...new Set([...waiters].map(({ tenantId }) => tenantId))];
    const at = new Date();
    const heads = new Map((await readHeads(tenantIds)).map(({ _id, seq }) => [_id, { seq, at }]));
    for (const { tenantId, seq, end } of waiters) {
      const head = heads.get(tenantId);
      if (head && head.seq > seq) end(head);
    }
  };
  const run = async (): Promise<void> => {
    while (waiters.size > 0) {
      await pause(everyMs);
      // A store that is away for a moment ends no wait. The next read of the events says so if it stays away.
      if (waiters.size > 0) await look().catch(() => undefined);
    }
    isRunning = false;
  };
  return {
    async past(tenantId, seq, signal) {
      if (signal.aborted) return null;
      return new Promise((resolve) => {
        const end = (head: FeedCursor | null): void => {
          waiters.delete(waiter);
          signal.removeEventListener('abort', leave);
          resolve(head);
        };
        const leave = (): void => end(null);
        const waiter = { tenantId, seq, end };
        waiters.add(waiter);
        signal.addEventListener('abort', leave, { once: true });
        if (!isRunning) {
          isRunning = true;
          // The deadline of the first to wait is not that of the others.
          void withoutDeadline(run);
        }
      });
    },
  };
}
