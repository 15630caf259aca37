import { consumeEvents, type ConsumerOptions, type RunningConsumer } from '@pas/platform/events/consume';
import { createEventLoader } from '@pas/platform/events/load-event';
import { eventSources } from './event-sources.ts';
import { catalogue, type EventType } from './catalogue.ts';
import type { StreamName } from './streams.ts';

/** Options of a consumer. Its events are those of the catalogue. */
export type Consumer<Type extends EventType> = Omit<
  ConsumerOptions<typeof catalogue, Type>,
  'catalogue' | 'stream' | 'sources' | 'load'
> & {
  stream: StreamName;
  /** Whether events wait for others before they are read, because their handler groups them. Default false. */
  lingers?: boolean;
};

/**
 * Reads the events of all lingering consumers of the process. A change often publishes to several of them, and one
 * statement then reads all its events.
 */
const loadTogether = createEventLoader(eventSources, { lingers: true });

/** Handles some of the service's events in the background until stopped, each effectively once (`consumeEvents`). */
export function startConsumer<Type extends EventType>({
  lingers = false,
  ...consumer
}: Consumer<Type>): RunningConsumer {
  const load = lingers ? { load: loadTogether } : {};
  return consumeEvents({ ...consumer, catalogue, sources: eventSources, ...load });
}
