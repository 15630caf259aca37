import type { components } from '../generated/admin.ts';
import { GoneError } from './errors.ts';
import type { CallOptions } from './options.ts';

/** An event of the feed. Its `type` determines the shape of its `data`. Ignore types that you do not know. */
export type FeedEvent = components['schemas']['Event'];

/** Options of the walk along the event feed. */
export interface FollowOptions {
  /** The `cursor` of the last event that you have processed; the oldest kept event by default. */
  after?: string;
  /** Only these types; all types that the caller may read by default. */
  types?: readonly FeedEvent['type'][];
  /** Seconds for which a request waits for the next event (0 to 25); 25 by default. */
  wait?: number;
  /**
   * Called when events after the cursor have been removed. Read your resources again here; the feed then continues with
   * the oldest kept event. Without it, the walk throws the error.
   */
  onGap?: (error: GoneError) => void | Promise<void>;
  signal?: AbortSignal;
}

type Feed = { events: FeedEvent[]; nextCursor: string };
type ReadFeed = (query: Record<string, unknown>, options: CallOptions) => Promise<Feed>;

/**
 * Walks along the event feed without end, in order. Store the `cursor` of each event after you have processed it.
 *
 * @throws GoneError for an expired cursor without `onGap`, and the errors of a call
 */
export async function* followEvents(
  read: ReadFeed,
  { after, types, wait = 25, onGap, signal }: FollowOptions = {},
): AsyncGenerator<FeedEvent, never> {
  const options = signal ? { signal } : {};
  const only = types ? { types: types.join(',') } : {};
  let cursor = after;
  for (;;) {
    try {
      const { events, nextCursor } = await read({ ...only, wait, after: cursor, limit: 200 }, options);
      yield* events;
      cursor = nextCursor;
    } catch (error) {
      if (!(error instanceof GoneError) || !onGap) throw error;
      await onGap(error);
      cursor = undefined;
    }
  }
}
