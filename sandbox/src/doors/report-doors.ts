import { createReports, type ReportParts } from './send-reports.ts';

/** Reports come every 30 seconds, and after a second while the system has not taken them. In milliseconds. */
const [everyMs, againMs] = [30_000, 1000];

/** What the controllers report of themselves: that their doors can be opened, and what has happened there. */
export interface Reporter {
  /** Reports now, because something has changed. */
  wake(): void;
  stop(): Promise<void>;
}

/** Starts to report: at once, every 30 seconds, and when something has changed. */
export function startReporter(parts: ReportParts): Reporter {
  const sendReports = createReports(parts);
  const stopping = new AbortController();
  let wakeSignal = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      wakeSignal = Promise.withResolvers<void>();
      const isDone = await sendReports().catch((error: unknown) => {
        parts.report(error);
        return false;
      });
      const timer = setTimeout(wakeSignal.resolve, isDone ? everyMs : againMs);
      await wakeSignal.promise;
      clearTimeout(timer);
    }
  };
  const running = run();
  const wake = (): void => wakeSignal.resolve();
  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };
}
