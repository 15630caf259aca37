import type { Comparison } from '../measure/judge.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { compareSeal } from './compare.ts';
import { measureDrain, type Drain, type MeasureDrain } from './measure-drain.ts';
import { measureLatency, type MeasureLatency, type SealLatency } from './measure-latency.ts';

export interface BenchSeal {
  latencies: readonly MeasureLatency[];
  drain: MeasureDrain;
}

/** Figures of a run. */
export interface SealFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  latencies: SealLatency[];
  drain: Drain;
  comparisons: Comparison[];
}

/** Default of a run: many properties, and the worst case of one. */
export function usualSeal(events: number, durationMs: number): BenchSeal {
  const steady = { perSecond: 50, durationMs };
  return {
    latencies: [
      { ...steady, properties: 25 },
      { ...steady, properties: 1 },
    ],
    drain: { events, tenants: 5, quietMs: 30_000 },
  };
}

/** Measures the delay from a change to its audit record, at a steady rate and after an outage of NATS. */
export async function measureSeal(system: BenchSystem, options: BenchSeal): Promise<SealFigures> {
  const before = loadAverage();
  const latencies: SealLatency[] = [];
  for (const each of options.latencies) latencies.push(await measureLatency(system, each));
  const drain = await measureDrain(system, options.drain);
  return {
    measuredAt: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: { before, after: loadAverage() },
    latencies,
    drain,
    comparisons: compareSeal(latencies, drain),
  };
}

/** Starts the whole system, and measures the delay from a change to its audit record. */
export async function benchSeal(options: BenchSeal): Promise<SealFigures> {
  const system = await runSystem();
  try {
    return await measureSeal(system, options);
  } finally {
    await system.stop();
  }
}
