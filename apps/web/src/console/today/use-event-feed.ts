import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem, read } from '../../api/problem.ts';
import { api } from '../api.ts';
import type { FeedEvent } from './describe-event.ts';

/** Events that stand in the list at most. */
const mostShown = 100;
const pauseMs = 5000;

/** Seconds that one question waits for an event. */
const waitSeconds = 20;

/** The events of the tenant as they come. */
export interface EventFeed {
  /** The events on the page, the newest first; null until they are known. */
  shown: readonly FeedEvent[] | null;
  /** How many have come while somebody reads. */
  waiting: number;
  /** Puts those that wait on the page. */
  showAll: () => void;
  /** Keeps the list as it is while somebody reads; false puts on the page what has come meanwhile. */
  hold: (isReading: boolean) => void;
}

/** Waits for a time, or until the page is left. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });

/** Returns once somebody can see the tab: a hidden one asks nothing. */
const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });

const ask = (after: string | null, signal: AbortSignal) => {
  const query = after === null ? { newest: true, limit: 20 } : { after, wait: waitSeconds, limit: mostShown };
  // A question that waits stands behind everything that the page needs now.
  const priority = after === null ? 'high' : 'low';
  return read(api.GET('/api/admin/events', { params: { query }, signal, priority }));
};

/** Reads the newest events, then each as it comes, until the page is left. */
async function follow(add: (events: readonly FeedEvent[]) => void, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  for (;;) {
    await untilVisible(signal);
    if (signal.aborted) return;
    try {
      const { events, nextCursor } = await ask(after, signal);
      add(events);
      after = nextCursor;
    } catch (fault) {
      if (fault instanceof ApiProblem && fault.status === 410) after = null;
      await pause(pauseMs, signal);
    }
  }
}

interface Lists {
  shown: readonly FeedEvent[] | null;
  waiting: readonly FeedEvent[];
}

/** Puts one list before the other, each event once, and no more than the page takes. */
function join(first: readonly FeedEvent[], then: readonly FeedEvent[]): FeedEvent[] {
  const byId = new Map([...first, ...then].map((event) => [event.id, event]));
  return [...byId.values()].slice(0, mostShown);
}

const allShown = ({ shown, waiting }: Lists): Lists => ({ shown: join(waiting, shown ?? []), waiting: [] });

/** Follows the events of the tenant. What comes while somebody reads waits, so that nothing moves under the hand. */
export function useEventFeed(): EventFeed {
  const isReading = useRef(false);
  const [lists, setLists] = useState<Lists>({ shown: null, waiting: [] });
  useEffect(() => {
    const page = new AbortController();
    const add = (events: readonly FeedEvent[]): void =>
      setLists(({ shown, waiting }) => {
        const next = { shown: shown ?? [], waiting: join(events.toReversed(), waiting) };
        return shown !== null && isReading.current ? next : allShown(next);
      });
    void follow(add, page.signal);
    return () => page.abort();
  }, []);
  const showAll = useCallback(() => setLists(allShown), []);
  const hold = useCallback(
    (reads: boolean): void => {
      isReading.current = reads;
      if (!reads) showAll();
    },
    [showAll],
  );
  return { shown: lists.shown, waiting: lists.waiting.length, showAll, hold };
}
