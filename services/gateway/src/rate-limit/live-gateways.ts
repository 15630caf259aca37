import { randomUUIDv7 } from 'node:crypto';
import { LiveGatewayModel, type LiveGatewayRow } from '@pas/shared/models/live-gateway';

const beatMs = 5000;

/** The time for which a killed gateway still counts. */
const liveMs = 15_000;

/** The time without requests after which a gateway leaves its share to the others. */
const restAfterMs = 60_000;

/** The count of gateways that currently share the limits. */
export interface LiveGateways {
  /** Returns their number, this gateway included. */
  count(): number;
  /**
   * Called at each request with a limit. While such requests come, this gateway counts.
   *
   * @param nowMs the current time by `performance.now()`
   */
  need(nowMs: number): void;
  stop(): Promise<void>;
}

/** Renews this gateway's row, and counts the rows that others renew. Only the clock of the database counts. */
async function beat(id: string): Promise<number> {
  const rows = LiveGatewayModel.collection;
  const row = await rows.findOneAndUpdate(
    { _id: id } as object,
    [{ $set: { until: { $add: ['$$NOW', liveMs] } } }],
    { upsert: true, returnDocument: 'after', writeConcern: { w: 1 } },
  );
  const { until } = row as unknown as LiveGatewayRow;
  return rows.countDocuments({ until: { $gt: new Date(until.getTime() - liveMs) } });
}

/**
 * Starts to count gateways with the first request. It keeps the last known number while the database does not answer.
 */
export function countLiveGateways(): LiveGateways {
  const id = randomUUIDv7();
  let count = 1;
  let neededAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();

  const renew = async (): Promise<void> => {
    // The limiter reports a store that does not answer.
    count = await beat(id).catch(() => count);
  };
  const rest = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const tick = (): void => {
    if (performance.now() - neededAt > restAfterMs) rest();
    else beating = renew();
  };

  return {
    count: () => count,
    need(nowMs) {
      neededAt = nowMs;
      if (timer !== undefined) return;
      timer = setInterval(tick, beatMs).unref();
      beating = renew();
    },
    async stop() {
      rest();
      await beating;
      await LiveGatewayModel.collection.deleteOne({ _id: id } as object).catch(() => undefined);
    },
  };
}
