import { gather } from '../concurrency/gather.ts';
import type { CommittedEvent, EventSource, ReadLevel } from './event-source.ts';

/** An event and the place where it was committed. */
export interface LoadedEvent {
  event: CommittedEvent;
  source: EventSource;
}

/** Reads a committed event by its id; null where no source has it. */
export type LoadEvent = (id: string) => Promise<LoadedEvent | null>;

/** Ids in one statement. */
const maxBatch = 500;

/** Statements under way at once; ids that come meanwhile wait for the next one, which takes them all. */
const maxAtOnce = 2;

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
    sources.map((source) => ({
      source,
      read: gather(
        async (ids: readonly string[]) => {
          const found = await source.find([...new Set(ids)], level);
          return ids.map((id) => found.get(id) ?? null);
        },
        { maxBatch, maxAtOnce },
      ),
    }));
  const reads = [...readsAt('majority'), ...readsAt('linearizable')];
  return async (id) => {
    for (const { source, read } of reads) {
      const event = await read(id);
      if (event) return { event, source };
    }
    return null;
  };
}
