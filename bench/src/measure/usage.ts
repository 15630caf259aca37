import { setTimeout as pause } from 'node:timers/promises';
import type mongoose from 'mongoose';
import { readCpuTimes, scale, subtract, type CpuTimes, type Processes } from './cpu-times.ts';
import { countersSince, readServerCounters, type ServerCounters } from './server-status.ts';

/** Activity of processes and their mongod in a period. */
export interface Usage extends ServerCounters {
  elapsedMs: number;
  cpuMs: CpuTimes;
}

/** Subjects of a meter. */
export interface MeterSubjects {
  processes: Processes;
  client: mongoose.mongo.MongoClient;
}

/** Starts metering; the function that it returns ends it. */
export async function startMeter({ processes, client }: MeterSubjects): Promise<() => Promise<Usage>> {
  const counters = await readServerCounters(client);
  const cpu = readCpuTimes(processes);
  const start = performance.now();
  return async () => {
    const elapsedMs = performance.now() - start;
    const cpuMs = subtract(readCpuTimes(processes), cpu);
    return { elapsedMs, cpuMs, ...countersSince(await readServerCounters(client), counters) };
  };
}

/** Measures all processes without callers. */
export async function measureIdle(metered: MeterSubjects, durationMs: number): Promise<Usage> {
  const endMeter = await startMeter(metered);
  await pause(durationMs);
  return endMeter();
}

const noUsage: Usage = { elapsedMs: 0, cpuMs: {}, commands: {}, aborted: 0, committed: 0 };

const add = (
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> => subtract(one, scale(other, -1));

/** Adds several periods up, as if they were one. */
export function totalUsage(usages: readonly Usage[]): Usage {
  return usages.reduce(
    (total, usage) => ({
      elapsedMs: total.elapsedMs + usage.elapsedMs,
      cpuMs: add(total.cpuMs, usage.cpuMs),
      commands: add(total.commands, usage.commands),
      aborted: total.aborted + usage.aborted,
      committed: total.committed + usage.committed,
    }),
    noUsage,
  );
}

/** Subtracts from a period the idle activity of the same processes in an equal time. */
export function withoutIdle(usage: Usage, idle: Usage): Usage {
  const share = usage.elapsedMs / idle.elapsedMs;
  return {
    elapsedMs: usage.elapsedMs,
    cpuMs: subtract(usage.cpuMs, scale(idle.cpuMs, share)),
    commands: subtract(usage.commands, scale(idle.commands, share)),
    aborted: usage.aborted - idle.aborted * share,
    committed: usage.committed - idle.committed * share,
  };
}
