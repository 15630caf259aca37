import { setInterval } from 'node:timers';
import type { Logger } from '@pas/platform/log/logger';
import { TestClockModel, type TestClockRow } from '../models/test-clock.ts';
import { useTestTimes } from './tenant-now.ts';

/** Environments in which tenants may have a test clock. */
export const testClockEnvironments: readonly string[] = ['DEV', 'TEST'];

/** Interval between reads of the test clocks, in milliseconds. */
const everyMs = 500;

/** Time after which every process uses a changed clock, in milliseconds. */
export const clockSpreadMs = 2 * everyMs;

/** Test clocks of an environment at most. Further ones do not advance. */
const maxClocks = 10_000;

/** Reads the test clocks of the environment, and uses their times from now on. */
export async function readTestClocks(): Promise<void> {
  const rows = await TestClockModel.find({ isLive: true }, { tenantId: 1, frozenAt: 1 })
    .setOptions({ crossTenant: 'test-clocks' })
    .limit(maxClocks)
    .lean<Pick<TestClockRow, 'tenantId' | 'frozenAt'>[]>();
  useTestTimes(new Map(rows.map(({ tenantId, frozenAt }) => [tenantId, frozenAt.getTime()])));
}

interface Follower {
  environment: string;
  log: Logger;
}

/**
 * Follows the test clocks of the environment until stopped. Outside DEV and TEST it reads nothing. While the store does
 * not answer, the last times apply.
 *
 * @returns after the first read
 */
export async function followTestClocks({ environment, log }: Follower): Promise<{ stop(): void }> {
  if (!testClockEnvironments.includes(environment)) return { stop: () => undefined };
  let [isReading, isFailing] = [false, false];
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      await readTestClocks();
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, 'the test clocks cannot be read; the last times apply');
      isFailing = true;
    } finally {
      isReading = false;
    }
  };
  await read();
  const timer = setInterval(() => void read(), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
