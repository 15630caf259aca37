import type { Logger } from '@pas/platform/log/logger';
import { ApiKeyModel } from '@pas/shared/models/api-key';

const flushAfterMs = 5000;

/** Keeps `lastUsedAt` of keys: seldom enough to cost nothing, soon enough to be believed (60 seconds late at most). */
export interface KeyUse {
  note(keyId: string, nowMs: number): void;
  /** Writes what is noted and stops. */
  stop(): Promise<void>;
}

/** Starts to write, in one batch each time, when keys were last used. */
export function recordKeyUse(log: Logger): KeyUse {
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
    const operations = [...batch].map(([_id, usedAt]) => ({
      updateOne: { filter: { _id }, update: { $max: { lastUsedAt: new Date(usedAt) } } },
    }));
    try {
      if (operations.length > 0) await ApiKeyModel.bulkWrite(operations, { ordered: false });
    } catch (err) {
      log.warn({ err }, 'the last use of keys could not be written; it is tried again');
      noted = new Map([...batch, ...noted]);
      schedule();
    }
  };

  return {
    note(keyId, nowMs) {
      noted.set(keyId, nowMs);
      schedule();
    },
    stop: flush,
  };
}
