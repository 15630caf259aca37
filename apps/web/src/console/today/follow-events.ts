import { ApiProblem } from '../../api/problem.ts';
import type { FeedEvent } from './describe-event.ts';

const pauseMs = 5000;

/** The events behind a cursor, and the next cursor. */
interface EventPage {
  events: readonly FeedEvent[];
  nextCursor: string;
}

interface FeedDependencies {
  /** Resolves once the tab is visible, or the signal aborts. */
  untilVisible: (signal: AbortSignal) => Promise<void>;
  /** Reads the events behind a cursor; null reads the newest ones. */
  ask: (after: string | null, signal: AbortSignal) => Promise<EventPage>;
  add: (events: readonly FeedEvent[]) => void;
  /** Receives the fault of each failed request, and null after each answer. */
  report: (fault: unknown) => void;
}

/** Waits for a time, or until the person leaves the page. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    return signal.addEventListener('abort', end);
  });

/** Reads the newest events, then polls for later ones until the person leaves the page. */
export async function followEvents(feed: FeedDependencies, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  for (;;) {
    await feed.untilVisible(signal);
    if (signal.aborted) return;
    try {
      const { events, nextCursor } = await feed.ask(after, signal);
      feed.add(events);
      feed.report(null);
      after = nextCursor;
    } catch (fault) {
      const isExpired = fault instanceof ApiProblem && fault.status === 410;
      if (isExpired) after = null;
      else if (!signal.aborted) feed.report(fault);
      await pause(pauseMs, signal);
    }
  }
}
