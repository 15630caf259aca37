import type { Bus } from '@pas/platform/events/bus';
import type { Program } from '@pas/platform/programs/programs';

/** Background work that clients wait for. A signal starts it without delay. */
const wokenWork = ['imports', 'webhooks', 'sweeps'] as const;
export type WokenWork = (typeof wokenWork)[number];

/** Programs whose changes wake the workers. */
export const wakingPrograms: readonly Program[] = ['admin', 'admin-workers'];

/** The program whose replicas get the signals. */
export const wokenProgram: Program = 'admin-workers';

/** Returns the subject of a wake signal. No stream stores it. */
export const wakeSubject = (work: WokenWork): string => `pas.v1.wake.${work}`;

export const wakeSubjects: readonly string[] = wokenWork.map(wakeSubject);

/**
 * Calls `wake` at each signal, until stopped. A signal says only that there may be work. Its contents are not read.
 */
export function onWakeSignal(bus: Bus, work: WokenWork, wake: () => void): { stop(): Promise<void> } {
  const listening = bus.listen(wakeSubject(work), wake);
  return { stop: async () => listening.stop() };
}

/** Wakes a worker at each signal, until it is stopped. */
export function wakeBySignals(
  bus: Bus,
  work: WokenWork,
  worker: { wake(): void; stop(): Promise<void> },
): { stop(): Promise<void> } {
  const signals = onWakeSignal(bus, work, () => worker.wake());
  return {
    async stop() {
      await signals.stop();
      await worker.stop();
    },
  };
}
