import { createLogger } from '@pas/platform/log/logger';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import type { Sweep } from '@pas/shared/sweeps/sweep';
import { afterEach } from 'vitest';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';

const options = {
  events: leaveToSweeper,
  environment: 'TEST',
  log: createLogger({ service: 'admin', environment: 'TEST', level: 'silent' }),
  everyMs: 100,
};

/** Runs two sweepers like two replicas, until the end of each test or an earlier `stop`. */
export function useTwoSweepers() {
  let sweepers: ReturnType<typeof startSweeper>[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    sweepers = [];
  };
  afterEach(stop);
  return {
    stop,
    start(sweeps?: readonly Sweep[]): void {
      sweepers = [1, 2].map(() => startSweeper({ ...options, ...(sweeps && { sweeps }) }));
    },
  };
}
