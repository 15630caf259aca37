import { callAtRate } from '../measure/call-at-rate.ts';
import { callClosedLoop } from '../measure/call-closed-loop.ts';
import { adminRequest } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';

const callers = 16;

const listUnits = (system: BenchSystem) => () =>
  adminRequest(system, '/units?limit=50', undefined, system.local.secondTenantApiKey);

/** Measures the lists per second that the system answers, for half of which it is under half load. */
export async function measureCapacity(system: BenchSystem, durationMs: number): Promise<number> {
  const load = { callers, durationMs, next: listUnits(system) };
  const { succeeded, elapsedMs } = await callClosedLoop(load);
  return succeeded / (elapsedMs / 1000);
}

/** Runs work during lists of another tenant, at half of the rate that the system can answer. */
export async function underHalfLoad<T>(
  system: BenchSystem,
  capacity: number,
  work: () => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const load = { perSecond: capacity / 2, next: listUnits(system), until: ended.signal };
  const lists = callAtRate(load);
  try {
    return await work();
  } finally {
    ended.abort();
    await lists;
  }
}
