import { createReports, type ReportParts } from './send-reports.ts';

/** Interval of reports, and of retries that the system did not accept, in milliseconds. */
const [everyMs, againMs] = [30_000, 1000];

/** Sender of heartbeats and events of all controllers. */
export interface Reporter {
  /** Reports now, after a change. */
  wake(): void;
  stop(): Promise<void>;
}

/** Starts to report: immediately, every 30 seconds, and after each change. */
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
