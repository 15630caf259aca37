import { delayWork } from '@pas/platform/concurrency/delay-work';
import type { Logger } from '@pas/platform/log/logger';
import { OperatorSessionModel } from '@pas/shared/models/operator-session';
import { LRUCache } from 'lru-cache';
import { idleMs } from './operator-session.ts';

const flushAfterMs = 5000;
/** Minimum time between two writes of a session's use. */
const onceMs = 60_000;

/** Records `lastUsedAt` of sessions and extends their idle end. */
export interface SessionUse {
  note(sessionId: string, nowMs: number): void;
  /** Writes the recorded uses and stops. */
  stop(): Promise<void>;
}

/** Creates the recorder, which writes the last uses of sessions in batches. */
export function recordSessionUse(log: Logger): SessionUse {
  const written = new LRUCache<string, true>({ max: 50_000, ttl: onceMs });
  let noted = new Map<string, number>();
  const write = async (): Promise<void> => {
    const batch = noted;
    noted = new Map();
    const operations = [...batch].map(([_id, usedAt]) => {
      const $max = { lastUsedAt: new Date(usedAt), idleExpiresAt: new Date(usedAt + idleMs) };
      return { updateOne: { filter: { _id }, update: { $max } } };
    });
    try {
      if (operations.length > 0) await OperatorSessionModel.bulkWrite(operations, { ordered: false });
    } catch (err) {
      log.warn({ err }, 'cannot write the last use of sessions; the gateway retries');
      noted = new Map([...batch, ...noted]);
      writing.schedule();
    }
  };

  const writing = delayWork(write, flushAfterMs);
  return {
    note(sessionId, nowMs) {
      if (written.has(sessionId)) return;
      written.set(sessionId, true);
      noted.set(sessionId, nowMs);
      writing.schedule();
    },
    stop: () => writing.flush(),
  };
}
