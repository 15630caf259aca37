import { consumeEvents, type ConsumerOptions, type RunningConsumer } from '@pas/platform/events/consume';
import { eventSources } from './event-sources.ts';
import { catalogue, type EventType } from './catalogue.ts';
import type { StreamName } from './streams.ts';

/** Options of a consumer. Its events are those of the catalogue. */
export type Consumer<Type extends EventType> = Omit<
  ConsumerOptions<typeof catalogue, Type>,
  'catalogue' | 'stream' | 'sources'
> & { stream: StreamName };

/** Handles some of the service's events in the background until stopped, each effectively once (`consumeEvents`). */
export function startConsumer<Type extends EventType>(consumer: Consumer<Type>): RunningConsumer {
  return consumeEvents({ ...consumer, catalogue, sources: eventSources });
}
