import { randomUUIDv7 } from 'node:crypto';
import { LiveGatewayModel, type LiveGatewayRow } from '@pas/shared/models/live-gateway';

const beatMs = 5000;

/** A gateway that was killed counts this long. */
const liveMs = 15_000;

/** After that without a request, a gateway leaves its share to the others. */
const restAfterMs = 60_000;

/** The gateways that share the limits at the moment. */
export interface LiveGateways {
  /** How many they are, this one included. */
  count(): number;
  /**
   * Called at each request with a limit: as long as there are any, this gateway is one of them.
   *
   * @param nowMs of `performance.now()`
   */
  need(nowMs: number): void;
  stop(): Promise<void>;
}

/** Renews this gateway's row, and counts the rows that others renew. The clock of the store alone decides. */
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

/** Starts to count gateways, with the first request. The last known number holds while the store does not answer. */
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
