import { useCallback, useEffect, useRef, useState } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import type { FeedEvent } from './describe-event.ts';
import { followEvents } from './follow-events.ts';

/** Maximum events in the list. */
const mostShown = 100;

/** Seconds that one long poll waits for an event. */
const waitSeconds = 20;

/** The live events of the tenant. */
export interface EventFeed {
  /** The events on the page, the newest first; null until the first answer. */
  shown: readonly FeedEvent[] | null;
  /** Number of new events that are not shown yet. */
  waiting: number;
  /** Shows the waiting events. */
  showAll: () => void;
  /** Freezes the list while the person reads; false shows the waiting events. */
  hold: (isReading: boolean) => void;
  /** The fault of the last request; null while the list is live. */
  fault: unknown;
}

/** Resolves once the tab is visible: a hidden tab sends no requests. */
const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });

const ask = (after: string | null, signal: AbortSignal) => {
  const query = after === null ? { newest: true, limit: 20 } : { after, wait: waitSeconds, limit: mostShown };
  // A long poll has a lower priority than the page's own requests.
  const priority = after === null ? 'high' : 'low';
  return read(api.GET('/api/admin/events', { params: { query }, signal, priority }));
};

interface Lists {
  shown: readonly FeedEvent[] | null;
  waiting: readonly FeedEvent[];
}

/** Joins two lists without duplicates, up to `mostShown` events. */
function join(first: readonly FeedEvent[], then: readonly FeedEvent[]): FeedEvent[] {
  const byId = new Map([...first, ...then].map((event) => [event.id, event]));
  return [...byId.values()].slice(0, mostShown);
}

const allShown = ({ shown, waiting }: Lists): Lists => ({ shown: join(waiting, shown ?? []), waiting: [] });

/**
 * Follows the events of the tenant. New events wait while the person reads, so that nothing moves under the pointer.
 */
export function useEventFeed(): EventFeed {
  const isReading = useRef(false);
  const [fault, setFault] = useState<unknown>(null);
  const [lists, setLists] = useState<Lists>({ shown: null, waiting: [] });
  useEffect(() => {
    const page = new AbortController();
    const add = (events: readonly FeedEvent[]): void =>
      setLists(({ shown, waiting }) => {
        const next = { shown: shown ?? [], waiting: join(events.toReversed(), waiting) };
        return shown !== null && isReading.current ? next : allShown(next);
      });
    void followEvents({ untilVisible, ask, add, report: setFault }, page.signal);
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
  return { shown: lists.shown, waiting: lists.waiting.length, showAll, hold, fault };
}
