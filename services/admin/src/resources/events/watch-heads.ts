import { setTimeout as pause } from 'node:timers/promises';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { PublicEventHeadModel, type PublicEventHeadRow } from '@pas/shared/models/public-event-head';
import { LRUCache } from 'lru-cache';
import type { FeedCursor } from './feed-cursor.ts';

/** Waits for new events of tenants. */
export interface HeadWatch {
  /**
   * Waits until the tenant has an event after `seq`.
   *
   * @returns the place of the newest one, and a moment before it was read; null when the signal aborts
   */
  past(tenantId: string, seq: number, signal: AbortSignal): Promise<FeedCursor | null>;
  /** Whether many of the tenant were told of an event just now, so that the next ones are gathered before they are told. */
  isGathering(tenantId: string): boolean;
}

interface Waiter {
  tenantId: string;
  seq: number;
  end: (head: FeedCursor | null) => void;
}

/** How often the heads are read while somebody waits, in milliseconds. */
const everyMs = 250;

/**
 * How long the next events of a tenant are gathered for each client that was told of the last ones, and at most, in
 * milliseconds: a hundred clients are told once a second. Told at every event, they would take the whole process.
 */
const [gatherMs, maxGatherMs] = [10, 2000];

async function readHeads(tenantIds: readonly string[]): Promise<PublicEventHeadRow[]> {
  return PublicEventHeadModel.find({ _id: { $in: [...tenantIds] } })
    .maxTimeMS(2000)
    .lean<PublicEventHeadRow[]>();
}

/** Tells since when the events of tenants are gathered, and until when. */
function gatherEvents() {
  const until = new LRUCache<string, number>({ max: 1000 });
  return {
    isGathering: (tenantId: string): boolean => (until.get(tenantId) ?? 0) > performance.now(),
    noteTold(tenantIds: readonly string[]): void {
      for (const [tenantId, told] of Map.groupBy(tenantIds, (id) => id))
        until.set(tenantId, performance.now() + Math.min(told.length * gatherMs, maxGatherMs));
    },
  };
}

/**
 * Watches the heads of the tenants for whose events somebody waits: one statement each quarter of a second for the whole
 * process, however many wait, and none while nobody does. Those who wait for the events of one tenant are told together.
 */
export function watchHeads(): HeadWatch {
  const waiters = new Set<Waiter>();
  const { isGathering, ...gathering } = gatherEvents();
  let isRunning = false;

  const look = async (): Promise<void> => {
    const asking = [...waiters].filter(({ tenantId }) => !isGathering(tenantId));
    if (asking.length === 0) return;
    const at = new Date();
    const rows = await readHeads([...new Set(asking.map(({ tenantId }) => tenantId))]);
    const heads = new Map(rows.map(({ _id, seq }) => [_id, { seq, at }]));
    const told: string[] = [];
    for (const { tenantId, seq, end } of waiters) {
      const head = heads.get(tenantId);
      if (!head || head.seq <= seq) continue;
      told.push(tenantId);
      end(head);
    }
    gathering.noteTold(told);
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
    isGathering,
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
