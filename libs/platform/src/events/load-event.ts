import type { CommittedEvent, EventSource, ReadLevel } from './event-source.ts';

/** An event and the place where it was committed. */
export interface LoadedEvent {
  event: CommittedEvent;
  source: EventSource;
}

/** Reads a committed event by its id; null where no source has it. */
export type LoadEvent = (id: string) => Promise<LoadedEvent | null>;

type Read = (ids: readonly string[]) => Promise<ReadonlyMap<string, CommittedEvent>>;
type Waiting = PromiseWithResolvers<CommittedEvent | null>;

/** Ids in one statement. */
const maxBatch = 500;

/** Statements under way at once; ids that come meanwhile wait for the next one, which takes them all. */
const maxReads = 2;

/** Gathers the ids that are asked for in one turn of the event loop, or while reads are under way, into one read. */
function gatherReads(read: Read): (id: string) => Promise<CommittedEvent | null> {
  const waiting = new Map<string, Waiting>();
  let underWay = 0;
  let isScheduled = false;

  const answer = async (batch: readonly [string, Waiting][]): Promise<void> => {
    try {
      const found = await read(batch.map(([id]) => id));
      for (const [id, { resolve }] of batch) resolve(found.get(id) ?? null);
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    }
    underWay -= 1;
    start();
  };
  const start = (): void => {
    isScheduled = false;
    while (underWay < maxReads && waiting.size > 0) {
      const batch = [...waiting].slice(0, maxBatch);
      for (const [id] of batch) waiting.delete(id);
      underWay += 1;
      void answer(batch);
    }
  };
  return (id) => {
    const asked = waiting.get(id) ?? Promise.withResolvers<CommittedEvent | null>();
    waiting.set(id, asked);
    if (!isScheduled && underWay < maxReads) {
      isScheduled = true;
      setImmediate(start);
    }
    return asked.promise;
  };
}

/**
 * Prepares to read events from where they were committed: with one statement for many, and each source asked only for
 * what the sources before it lack. Each source has reads of its own, so one that is unavailable delays no event of
 * another.
 *
 * Before an event counts as unknown, all sources are asked once more with linearizable reads: the first reads after a
 * failover may miss events that were committed before it.
 */
export function createEventLoader(sources: readonly EventSource[]): LoadEvent {
  const readsAt = (level: ReadLevel) =>
    sources.map((source) => ({ source, read: gatherReads((ids) => source.find(ids, level)) }));
  const reads = [...readsAt('majority'), ...readsAt('linearizable')];
  return async (id) => {
    for (const { source, read } of reads) {
      const event = await read(id);
      if (event) return { event, source };
    }
    return null;
  };
}
