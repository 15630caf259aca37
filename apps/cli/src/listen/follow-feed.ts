import { setTimeout as pause } from 'node:timers/promises';
import {
  ConnectionFailedError,
  DeadlineError,
  ServerError,
  type AdminClient,
  type FeedEvent,
} from '@pas/client';

/** Wait after a lost connection in milliseconds. The client itself retries for a minute before. */
const reconnectMs = 2000;

/** Options of an endless walk along the feed. */
export interface FollowFeed {
  /** The oldest kept event by default. */
  after: string | undefined;
  types: readonly FeedEvent['type'][] | undefined;
  signal: AbortSignal;
  /** Handles an event. The walk continues when it resolves. */
  onEvent: (event: FeedEvent) => Promise<void>;
  /** Reports a lost connection, or events that are no longer kept. */
  onProblem: (message: string) => void;
}

const isPassing = (error: unknown): error is Error =>
  [ConnectionFailedError, DeadlineError, ServerError].some((kind) => error instanceof kind);

/**
 * Follows the feed until the signal aborts. After a lost connection it continues behind the last handled event.
 *
 * @returns the cursor behind the last handled event; undefined before the first one of the feed
 * @throws the errors of the client that no retry mends, such as a revoked key
 */
export async function followFeed(client: AdminClient, follow: FollowFeed): Promise<string | undefined> {
  const { types, signal, onEvent, onProblem } = follow;
  let cursor = follow.after;
  while (!signal.aborted) {
    try {
      const onGap = (): void =>
        onProblem('Events after this cursor are no longer kept. The oldest kept one follows.');
      const options = { signal, onGap, ...(types && { types }), ...(cursor && { after: cursor }) };
      for await (const event of client.events.follow(options)) {
        await onEvent(event);
        cursor = event.cursor;
        signal.throwIfAborted();
      }
    } catch (error) {
      if (signal.aborted) break;
      if (!isPassing(error)) throw error;
      onProblem(`Connection lost: ${error.message}. It is opened again.`);
      await pause(reconnectMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return cursor;
}
