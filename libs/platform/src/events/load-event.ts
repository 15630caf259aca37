import { gather } from '../concurrency/gather.ts';
import { lingerMs } from '../concurrency/linger.ts';
import type { CommittedEvent, EventSource, ReadLevel } from './event-source.ts';

/** A committed event and its source. */
export interface LoadedEvent {
  event: CommittedEvent;
  source: EventSource;
}

/** Reads a committed event by its id; null if no source has it. */
export type LoadEvent = (id: string) => Promise<LoadedEvent | null>;

/** Maximum ids of one statement. */
const maxBatch = 500;

/** Statements under way at once. Ids that arrive meanwhile wait for the next statement. */
const maxAtOnce = 2;

/**
 * Makes a reader of committed events that reads many in one statement. Each source is asked only for the events that
 * the sources before it lack. An unavailable source delays only events that the sources before it lack.
 *
 * Before an event counts as unknown, all sources are read again with linearizable reads. The first majority reads after
 * a failover may miss earlier events.
 *
 * @param lingers whether the first read of an event waits for more events, longer under load
 */
export function createEventLoader(
  sources: readonly EventSource[],
  { lingers = false }: { lingers?: boolean } = {},
): LoadEvent {
  const readsAt = (level: ReadLevel) =>
    sources.map((source, index) => ({
      source,
      read: gather(
        async (ids: readonly string[]) => {
          const found = await source.find([...new Set(ids)], level);
          return ids.map((id) => found.get(id) ?? null);
        },
        { maxBatch, maxAtOnce, ...(lingers && level === 'majority' && index === 0 && { lingerMs }) },
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
