import { setTimeout as pause } from 'node:timers/promises';
import {
  ConnectionFailedError,
  DeadlineError,
  RateLimitError,
  ServerError,
  type AdminClient,
  type FeedEvent,
} from '@pas/client';

/** Wait before the next request in milliseconds. The client has already made four retries. */
const reconnectMs = 2000;

/** Options of `followFeed`. */
export interface FeedOptions {
  /** Cursor of the last event that was handled. Default: the feed starts at the oldest event. */
  after: string | undefined;
  types: readonly FeedEvent['type'][] | undefined;
  signal: AbortSignal;
  /** Handles an event. The walk continues when it resolves. */
  onEvent: (event: FeedEvent) => Promise<void>;
  /** Reports a lost connection, or events that are no longer kept. */
  onProblem: (message: string) => void;
}

const isTransient = (error: unknown): error is Error =>
  [ConnectionFailedError, DeadlineError, RateLimitError, ServerError].some((kind) => error instanceof kind);

/**
 * Follows the feed until the signal aborts. After a transient failure it continues after the last handled event.
 *
 * @returns the cursor of the last handled event; undefined before the first one of the feed
 * @throws the errors of the client that no retry fixes, such as a revoked key
 */
export async function followFeed(client: AdminClient, follow: FeedOptions): Promise<string | undefined> {
  const { types, signal, onEvent, onProblem } = follow;
  let cursor = follow.after;
  while (!signal.aborted) {
    try {
      const onGap = (): void => {
        cursor = undefined;
        onProblem('Events after this cursor are no longer kept. The oldest kept one follows.');
      };
      const options = { signal, onGap, ...(types && { types }), ...(cursor && { after: cursor }) };
      for await (const event of client.events.follow(options)) {
        await onEvent(event);
        cursor = event.cursor;
        signal.throwIfAborted();
      }
    } catch (error) {
      if (signal.aborted) break;
      if (!isTransient(error)) throw error;
      onProblem(`The feed is unavailable: ${error.message}. The command retries.`);
      await pause(reconnectMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return cursor;
}
