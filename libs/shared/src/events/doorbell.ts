import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log/logger.ts';
import type { OutboxOf } from './lease-rows.ts';

/** How long after a lost change stream the next one is opened. */
const reopenMs = 1000;

/** The cursor lives in the driver and is resumed by it; what it reports is that something came, not what. */
function openStream({ outbox, environment }: OutboxOf) {
  const inserts = { operationType: 'insert', 'fullDocument.environment': environment };
  return outbox.collection.watch([{ $match: inserts }, { $project: { _id: 1 } }]);
}

/**
 * Rings whenever an event is added to an outbox. It only shortens the wait: a ring that is missed costs no more than the
 * next poll, so a stream that is lost is opened anew and not resumed from where it was.
 *
 * @returns how to stop listening
 */
export function startDoorbell(of: OutboxOf, ring: () => void, log: Logger): { stop(): void } {
  const stopping = new AbortController();
  let stream: ReturnType<typeof openStream> | undefined;

  const listen = async (): Promise<void> => {
    stream = openStream(of);
    for await (const _insert of stream) ring();
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await listen().catch((err: unknown) => {
        if (!stopping.signal.aborted)
          log.debug({ err }, 'the change stream of the outbox is lost; polling until it is back');
      });
      await pause(reopenMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  void run();
  return {
    stop() {
      stopping.abort();
      // Not waited for: the server answers a cursor that is listening only when its turn is over.
      stream?.close().catch(() => undefined);
    },
  };
}
