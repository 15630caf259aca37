import { setTimeout as delay } from 'node:timers/promises';

/** Clock of one call. It stops during requests, so that a slow machine does not change the call. */
export interface CallClock {
  /** Seconds of the call since its start. */
  now(): number;
  /** Waits by the clock of the call. @throws the reason of the signal when it aborts */
  wait(seconds: number, signal?: AbortSignal): Promise<void>;
  /** Stops the clock until the work ends. */
  hold<T>(work: Promise<T>): Promise<T>;
}

interface Timer {
  at: number;
  fire: () => void;
}

/** The time of a call and its timers. */
interface Timeline {
  time: number;
  /** Number of requests in progress. */
  held: number;
  isTicking: boolean;
  timers: readonly Timer[];
}

const nextTimer = ({ timers, held }: Timeline): Timer | undefined => {
  if (held > 0) return undefined;
  return timers.reduce<Timer | undefined>(
    (first, timer) => (first && first.at <= timer.at ? first : timer),
    undefined,
  );
};

/** Advances time by at most one second, and fires a due timer. */
async function step(timeline: Timeline, next: Timer, secondMs: number): Promise<void> {
  const seconds = Math.min(next.at - timeline.time, 1);
  await delay(seconds * secondMs);
  // A shorter wait or a request may have started meanwhile.
  const due = nextTimer(timeline);
  if (!due) return;
  timeline.time = Math.min(timeline.time + seconds, due.at);
  if (timeline.time < due.at) return;
  timeline.timers = timeline.timers.filter((timer) => timer !== due);
  due.fire();
  // Lets the code that awaits the timer run before time advances.
  await delay(0);
}

/** Fires the timers in order of their times. */
async function tick(timeline: Timeline, secondMs: number): Promise<void> {
  if (timeline.isTicking) return;
  timeline.isTicking = true;
  for (let next = nextTimer(timeline); next; next = nextTimer(timeline)) await step(timeline, next, secondMs);
  timeline.isTicking = false;
}

/**
 * Starts the clock of a call.
 *
 * @param secondMs milliseconds per second of the call; 0 for no delay
 */
export function createCallClock(secondMs: number): CallClock {
  const timeline: Timeline = { time: 0, held: 0, isTicking: false, timers: [] };
  return {
    now: () => timeline.time,
    async wait(seconds, signal) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = { at: timeline.time + seconds, fire: resolve };
      timeline.timers = [...timeline.timers, timer];
      const end = (): void => {
        timeline.timers = timeline.timers.filter((other) => other !== timer);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', end, { once: true });
      void tick(timeline, secondMs);
      return promise.finally(() => signal?.removeEventListener('abort', end));
    },
    async hold(work) {
      timeline.held += 1;
      try {
        return await work;
      } finally {
        timeline.held -= 1;
        void tick(timeline, secondMs);
      }
    },
  };
}
