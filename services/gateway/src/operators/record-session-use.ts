import type { Logger } from '@pas/platform/log/logger';
import { OperatorSessionModel } from '@pas/shared/models/operator-session';
import { LRUCache } from 'lru-cache';
import { idleMs } from './operator-session.ts';

const flushAfterMs = 5000;
/** A session's use is written at most this often. */
const onceMs = 60_000;

/** Keeps `lastUsedAt` of sessions, and with it the end of idle ones. */
export interface SessionUse {
  note(sessionId: string, nowMs: number): void;
  /** Writes what is noted and stops. */
  stop(): Promise<void>;
}

/** Starts to write, in one batch each time, when sessions were last used. */
export function recordSessionUse(log: Logger): SessionUse {
  const written = new LRUCache<string, true>({ max: 50_000, ttl: onceMs });
  let noted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => {
    timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = noted;
    noted = new Map();
    const operations = [...batch].map(([_id, usedAt]) => {
      const $max = { lastUsedAt: new Date(usedAt), idleExpiresAt: new Date(usedAt + idleMs) };
      return { updateOne: { filter: { _id }, update: { $max } } };
    });
    try {
      if (operations.length > 0) await OperatorSessionModel.bulkWrite(operations, { ordered: false });
    } catch (err) {
      log.warn({ err }, 'the last use of sessions could not be written; it is tried again');
      noted = new Map([...batch, ...noted]);
      schedule();
    }
  };

  return {
    note(sessionId, nowMs) {
      if (written.has(sessionId)) return;
      written.set(sessionId, true);
      noted.set(sessionId, nowMs);
      schedule();
    },
    stop: flush,
  };
}
