import { connectBus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { unlockSubject } from '@pas/shared/events/bus-users';
import { waitUntil } from '@pas/testing/wait-until';

/** Watch of the commands that open doors. Each controller opens its door when the command arrives. */
export interface PulseWatch {
  /** Waits for the next pulse of a door, and returns its time (`performance.now`). */
  next(ref: string): Promise<number>;
  stop(): Promise<void>;
}

/** The longest wait for a pulse, in milliseconds. */
const timeoutMs = 60_000;

const log = createLogger({ service: 'bench', environment: 'DEV', level: 'silent' });

/** Watches doors on the bus of their environment, by the names of their controllers. */
export async function watchPulses(url: string, refs: readonly string[]): Promise<PulseWatch> {
  const bus = connectBus({ url, name: 'bench', log });
  const waiting = new Map<string, (at: number) => void>();
  for (const ref of refs)
    bus.listen(unlockSubject(ref), () => {
      waiting.get(ref)?.(performance.now());
      waiting.delete(ref);
    });
  const isListening = async () => bus.isConnected() && bus.ping().then(() => true);
  await waitUntil(isListening, { what: 'the bus', timeoutMs });
  return {
    async next(ref) {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const timer = setTimeout(() => reject(new Error(`${ref} did not open in a minute.`)), timeoutMs);
      waiting.set(ref, resolve);
      return promise.finally(() => clearTimeout(timer));
    },
    stop: () => bus.close(),
  };
}
