import { setTimeout as pause } from 'node:timers/promises';
import { callClosedLoop } from '../measure/call-closed-loop.ts';
import type { LoadResult } from '../measure/load-result.ts';
import { startMeter, type MeterSubjects, type Usage } from '../measure/usage.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { markEvents, waitUntilSealed } from '../system/watch-events.ts';
import type { Scenario } from './scenarios.ts';

/** One load and its cost. */
export interface Slice {
  load: LoadResult;
  /** From the first request until all effects of the load are stored. */
  usage: Usage;
}

export interface SliceOptions {
  callers: number;
  durationMs: number;
}

const closedLoop = ({ next, onSuccess }: Scenario, options: SliceOptions) =>
  callClosedLoop({ ...options, next, ...(onSuccess && { onSuccess }) });

/** Measures a load of the peer. Its work is complete when it has answered. */
export async function measurePeerSlice(
  metered: MeterSubjects,
  scenario: Scenario,
  options: SliceOptions,
): Promise<Slice> {
  const endMeter = await startMeter(metered);
  const load = await closedLoop(scenario, options);
  return { load, usage: await endMeter() };
}

/** Measured parts of the system. */
export interface SystemMeter extends MeterSubjects {
  system: BenchSystem;
  tenantId: string;
}

/** Measures a load of the system, up to the last event published and the last audit record sealed. */
export async function measureOwnSlice(
  measured: SystemMeter,
  scenario: Scenario,
  options: SliceOptions,
): Promise<Slice> {
  await scenario.prepare?.();
  const mark = await markEvents(measured.system, measured.tenantId);
  const endMeter = await startMeter(measured);
  const load = await closedLoop(scenario, options);
  const asked = await waitUntilSealed(measured.system, mark, load.succeeded);
  const usage = await endMeter();
  const { find = 0, aggregate = 0 } = usage.commands;
  const commands = { ...usage.commands, find: find - asked.find, aggregate: aggregate - asked.aggregate };
  return { load, usage: { ...usage, commands } };
}

/** Measures all processes without callers. */
export async function measureIdle(metered: MeterSubjects, durationMs: number): Promise<Usage> {
  const endMeter = await startMeter(metered);
  await pause(durationMs);
  return endMeter();
}
