import { delayWork } from '@pas/platform/concurrency/delay-work';
import type { Logger } from '@pas/platform/log/logger';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { keyUsageId, KeyUsageModel } from '@pas/shared/models/key-usage';
import { mongo } from 'mongoose';
import { KeyTallies, type KeyTally, type UsedKey, type UseSource } from './key-tallies.ts';

/** How long uses wait for their write, in milliseconds. They must be readable within 60 s, also after a failed write. */
const usualFlushMs = 10_000;

/** Counts the use of keys in memory and writes it in batches, never for a single request. */
export interface KeyUse {
  /** Counts a request when it arrives. */
  recordRequest(key: UsedKey, source: UseSource, nowMs: number): void;
  /** Counts how a request was answered that arrived at `arrivedMs`. */
  recordAnswer(key: UsedKey, status: number, arrivedMs: number): void;
  /** Writes the counts and stops. */
  stop(): Promise<void>;
}

function usageWrite({ key, hourMs, requests, denied, limited }: KeyTally) {
  const hour = new Date(hourMs);
  return {
    updateOne: {
      filter: { _id: keyUsageId(key.id, hour) },
      update: {
        $inc: { requests, denied, limited },
        $setOnInsert: { tenantId: key.tenantId, keyId: key.id, hour },
      },
      upsert: true,
    },
  };
}

/** Finds the last use of each key in the tallies. */
function lastUses(tallies: readonly KeyTally[]): Map<string, NonNullable<KeyTally['last']>> {
  const uses = new Map<string, NonNullable<KeyTally['last']>>();
  for (const { key, last } of tallies)
    if (last && last.atMs >= (uses.get(key.id)?.atMs ?? 0)) uses.set(key.id, last);
  return uses;
}

/** Writes a last use, unless another gateway has written a later one. */
function lastUseWrite([_id, { atMs, address, userAgent }]: [string, NonNullable<KeyTally['last']>]) {
  const lastUsedAt = new Date(atMs);
  return {
    updateOne: {
      filter: { _id, $or: [{ lastUsedAt: null }, { lastUsedAt: { $lt: lastUsedAt } }] },
      update: { $set: { lastUsedAt, lastAddress: address, lastUserAgent: userAgent } },
    },
  };
}

/** Finds the tallies without a confirmed write. If the server names the failed writes, the others succeeded. */
function unwritten(error: unknown, tallies: readonly KeyTally[]): readonly KeyTally[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) return tallies;
  const failed = new Set([error.writeErrors].flat().map(({ index }) => index));
  return failed.size === 0 ? tallies : tallies.filter((_tally, at) => failed.has(at));
}

/** Starts to count and to write the use of keys. */
export function recordKeyUse(log: Logger, flushAfterMs = usualFlushMs): KeyUse {
  const tallies = new KeyTallies();

  const writeCounts = async (all: readonly KeyTally[]): Promise<void> => {
    const taken = all.filter(({ requests, denied, limited }) => requests + denied + limited > 0);
    if (taken.length === 0) return;
    try {
      await KeyUsageModel.bulkWrite(taken.map(usageWrite), { ordered: false });
    } catch (err) {
      log.warn({ err }, 'the usage of keys could not be written; the gateway tries again');
      tallies.putBack(unwritten(err, taken));
      writing.schedule();
    }
  };

  const writeLastUses = async (taken: readonly KeyTally[]): Promise<void> => {
    const writes = [...lastUses(taken)].map(lastUseWrite);
    try {
      if (writes.length > 0) await ApiKeyModel.bulkWrite(writes, { ordered: false });
    } catch (err) {
      log.warn({ err }, 'the last use of keys could not be written; the gateway tries again');
      tallies.putBack(taken.map((tally) => ({ ...tally, requests: 0, denied: 0, limited: 0 })));
      writing.schedule();
    }
  };

  const write = async (): Promise<void> => {
    const taken = tallies.take();
    if (taken.length > 0) await Promise.all([writeCounts(taken), writeLastUses(taken)]);
  };

  const writing = delayWork(write, flushAfterMs);
  return {
    recordRequest(key, source, nowMs) {
      tallies.addRequest(key, source, nowMs);
      writing.schedule();
    },
    recordAnswer(key, status, arrivedMs) {
      if (status !== 403 && status !== 429) return;
      tallies.addAnswer(key, status, arrivedMs);
      writing.schedule();
    },
    stop: () => writing.flush(),
  };
}
