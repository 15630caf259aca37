import { setTimeout as pause } from 'node:timers/promises';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { PublicEventHeadModel, type PublicEventHeadRow } from '@pas/shared/models/public-event-head';
import { LRUCache } from 'lru-cache';
import { lastRestoreOf, type FeedCursor } from './feed-cursor.ts';

/** Waits for new events of tenants. */
export interface HeadWatch {
  /**
   * Waits until the tenant has an event after `seq`.
   *
   * @returns the position of the newest one, and a time before its read; null when the signal aborts
   */
  past(tenantId: string, seq: number, signal: AbortSignal): Promise<FeedCursor | null>;
  /**
   * Whether many clients of the tenant were notified just now, so that the next events are gathered first.
   */
  isPaused(tenantId: string): boolean;
}

interface Waiter {
  tenantId: string;
  seq: number;
  end: (head: FeedCursor | null) => void;
}

/** Interval between reads of the heads while a client waits, in milliseconds. */
const everyMs = 250;

/**
 * Time for which the next events are gathered per notified client, and its maximum, in milliseconds. A
 * hundred clients are notified once a second. Notifications of every event would occupy the whole process.
 */
const [pauseMs, maxPauseMs] = [10, 2000];

async function readHeads(tenantIds: readonly string[]): Promise<PublicEventHeadRow[]> {
  return PublicEventHeadModel.find({ _id: { $in: [...tenantIds] } })
    .maxTimeMS(2000)
    .lean<PublicEventHeadRow[]>();
}

/** Tracks the tenants whose next events are gathered before their clients are notified. */
function trackPauses() {
  const until = new LRUCache<string, number>({ max: 1000 });
  return {
    isPaused: (tenantId: string): boolean => (until.get(tenantId) ?? 0) > performance.now(),
    pauseFor(tenantIds: readonly string[]): void {
      for (const [tenantId, notified] of Map.groupBy(tenantIds, (id) => id))
        until.set(tenantId, performance.now() + Math.min(notified.length * pauseMs, maxPauseMs));
    },
  };
}

/**
 * Watches the heads of the tenants with waiting clients. The whole process sends one statement each quarter
 * of a second, and none without waiting clients. All clients of a tenant are notified together.
 */
export function watchHeads(): HeadWatch {
  const waiters = new Set<Waiter>();
  const { isPaused, ...pauses } = trackPauses();
  let isRunning = false;

  const notifyWaiters = async (): Promise<void> => {
    const asking = [...waiters].filter(({ tenantId }) => !isPaused(tenantId));
    if (asking.length === 0) return;
    const at = new Date();
    const rows = await readHeads([...new Set(asking.map(({ tenantId }) => tenantId))]);
    const heads = new Map(rows.map((row) => [row._id, { seq: row.seq, at, restore: lastRestoreOf(row) }]));
    const notified: string[] = [];
    for (const { tenantId, seq, end } of waiters) {
      const head = heads.get(tenantId);
      if (!head || head.seq <= seq) continue;
      notified.push(tenantId);
      end(head);
    }
    pauses.pauseFor(notified);
  };
  const run = async (): Promise<void> => {
    while (waiters.size > 0) {
      await pause(everyMs);
      // A short store outage ends no wait. A longer one fails the next read of the events.
      if (waiters.size > 0) await notifyWaiters().catch(() => undefined);
    }
    isRunning = false;
  };
  return {
    isPaused,
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
          // The first waiter's deadline does not apply to the others.
          void withoutDeadline(run);
        }
      });
    },
  };
}
