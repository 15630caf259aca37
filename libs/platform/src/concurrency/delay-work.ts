/** Work that runs some time after its schedule, so that one run covers many causes. */
export interface DelayedWork {
  /** Schedules a run unless one is scheduled. */
  schedule(): void;
  /** Runs immediately, or after the run that is under way. */
  flush(): Promise<void>;
}

/**
 * Delays work. No two runs overlap. A scheduled run does not keep the process alive.
 *
 * @param run must not reject; it may schedule the next run
 */
export function delayWork(run: () => Promise<void>, delayMs: number): DelayedWork {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (running = running.then(run));
  };
  return {
    schedule() {
      timer ??= setTimeout(() => void flush(), delayMs).unref();
    },
    flush,
  };
}
