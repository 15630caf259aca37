import { setTimeout as delay } from 'node:timers/promises';

/** The clock of one call. It stands still while a request is under way, so that a slow machine changes no course. */
export interface CallClock {
  /** Seconds of the call since its start. */
  now(): number;
  /** Waits by the clock of the call. @throws the reason of the signal when that ends the wait */
  wait(seconds: number, signal?: AbortSignal): Promise<void>;
  /** Stops the clock until the work is done. */
  hold<T>(work: Promise<T>): Promise<T>;
}

interface Timer {
  at: number;
  fire: () => void;
}

/** The time of a call and who waits for it. */
interface Timeline {
  time: number;
  /** How many requests are under way. */
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

/** Moves time on by one second at most, and ends the wait that is due then. */
async function step(timeline: Timeline, next: Timer, secondMs: number): Promise<void> {
  const seconds = Math.min(next.at - timeline.time, 1);
  await delay(seconds * secondMs);
  // Meanwhile a shorter wait or a request may have begun.
  const due = nextTimer(timeline);
  if (!due) return;
  timeline.time = Math.min(timeline.time + seconds, due.at);
  if (timeline.time < due.at) return;
  timeline.timers = timeline.timers.filter((timer) => timer !== due);
  due.fire();
  // What was waiting goes on before time does.
  await delay(0);
}

/** Moves from wait to wait, in the order of their times. */
async function tick(timeline: Timeline, secondMs: number): Promise<void> {
  if (timeline.isTicking) return;
  timeline.isTicking = true;
  for (let next = nextTimer(timeline); next; next = nextTimer(timeline)) await step(timeline, next, secondMs);
  timeline.isTicking = false;
}

/**
 * Starts the clock of a call.
 *
 * @param secondMs how long a second of the call lasts, in milliseconds; 0 for no time at all
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
