import { setTimeout as pause } from 'node:timers/promises';
import { threadMicroseconds } from '../measure/cpu-time.ts';
import { readCpuTimes, scale, subtract, type CpuTimes, type Processes } from '../measure/cpu-times.ts';
import { countersSince, readServerCounters } from '../measure/server-status.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { serviceNames } from '../system/restart-services.ts';
import { runPeers } from './run-peers.ts';

/** Activity of processes and mongod per second. */
export interface Slice {
  /** Milliseconds of processor time per second, by process. */
  cpu: CpuTimes;
  /** Commands per second that mongod was sent, by name. */
  commands: Readonly<Record<string, number>>;
}

/** One round: the system by itself, and the system beside its peers. */
export interface Round {
  alone: Slice;
  beside: Slice;
}

/** Options of the measurement of the idle system. */
export interface MeasureRounds {
  rounds: number;
  sliceMs: number;
  /** Pause before each slice, for work that follows a start. */
  settleMs: number;
}

/**
 * mongod ends a thread with its connection, so the sum over threads would lose time. It is read per process.
 */
const isStore = (name: string): boolean => name === 'mongod';

/** Reads the processor time of all so far, to the nanosecond except for mongod. */
function readAll(processes: Processes): CpuTimes {
  const of = (isWanted: (name: string) => boolean): Processes =>
    Object.fromEntries(Object.entries(processes).filter(([name]) => isWanted(name)));
  return {
    ...readCpuTimes(of(isStore)),
    ...readCpuTimes(
      of((name) => !isStore(name)),
      threadMicroseconds,
    ),
  };
}

async function measureSlice(
  { client }: BenchSystem,
  processes: Processes,
  durationMs: number,
): Promise<Slice> {
  const counters = await readServerCounters(client);
  const cpu = readAll(processes);
  const start = performance.now();
  await pause(durationMs);
  const seconds = (performance.now() - start) / 1000;
  const cpuMs = subtract(readAll(processes), cpu);
  const { commands } = countersSince(await readServerCounters(client), counters);
  return { cpu: scale(cpuMs, 1 / seconds), commands: scale(commands, 1 / seconds) };
}

async function measureRound(system: BenchSystem, { sliceMs, settleMs }: MeasureRounds): Promise<Round> {
  await pause(settleMs);
  const alone = await measureSlice(system, system.processes(), sliceMs);
  const peers = await runPeers(system, serviceNames(system).length);
  try {
    await pause(settleMs);
    const processes = { ...system.processes(), ...peers.processes };
    return { alone, beside: await measureSlice(system, processes, sliceMs) };
  } finally {
    await peers.stop();
  }
}

/** Measures the system without callers: alternately by itself and beside as many empty processes. */
export async function measureRounds(system: BenchSystem, options: MeasureRounds): Promise<Round[]> {
  const rounds: Round[] = [];
  while (rounds.length < options.rounds) rounds.push(await measureRound(system, options));
  return rounds;
}
