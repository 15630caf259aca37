import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@pas/platform/log/logger';
import { TestClockModel, type TestClockRow } from '../models/test-clock.ts';
import { useTestTimes } from '../context/tenant-now.ts';

/** Environments in which tenants may have a test clock. */
export const testClockEnvironments: readonly string[] = ['DEV', 'TEST'];

/** Interval between reads of the test clocks, in milliseconds. */
const everyMs = 500;

/** The same while the environment has no test clock. */
const idleEveryMs = 10_000;

/** Time after which every process uses a changed clock that it knows, in milliseconds. */
export const clockSpreadMs = 2 * everyMs;

/** Returns the moment from which every process knows a clock. */
export const knownFrom = (createdAt: Date): Date => new Date(createdAt.getTime() + idleEveryMs);

/** Test clocks of an environment at most. Further ones do not advance. */
const maxClocks = 10_000;

/**
 * Reads the test clocks of the environment, and uses their times from now on.
 *
 * @returns whether there is any
 */
export async function readTestClocks(): Promise<boolean> {
  const rows = await TestClockModel.find({ isLive: true }, { tenantId: 1, frozenAt: 1 })
    .setOptions({ crossTenant: 'test-clocks' })
    .limit(maxClocks)
    .lean<Pick<TestClockRow, 'tenantId' | 'frozenAt'>[]>();
  useTestTimes(new Map(rows.map(({ tenantId, frozenAt }) => [tenantId, frozenAt.getTime()])));
  return rows.length > 0;
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
  let hasClocks = false;
  let hasFailed = false;
  const read = async (): Promise<void> => {
    try {
      hasClocks = await readTestClocks();
      hasFailed = false;
    } catch (err) {
      if (!hasFailed) log.warn({ err }, 'the test clocks cannot be read; the last times apply');
      hasFailed = true;
    }
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(hasClocks ? everyMs : idleEveryMs, undefined, { ref: false, signal }).catch(
        () => undefined,
      );
      if (!signal.aborted) await read();
    }
  };
  await read();
  void follow();
  return { stop: () => stopping.abort() };
}
