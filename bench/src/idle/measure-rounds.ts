import { setTimeout as pause } from 'node:timers/promises';
import { threadMicroseconds } from '../measure/cpu-time.ts';
import { readCpuTimes, scale, subtract, type CpuTimes, type Processes } from '../measure/cpu-times.ts';
import { countersSince, readServerCounters } from '../measure/server-status.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { serviceNames } from '../system/restart-services.ts';
import { runPeers } from './run-peers.ts';

/** What processes and mongod do in a second. */
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

/** How the idle system is measured. */
export interface MeasureRounds {
  rounds: number;
  sliceMs: number;
  /** How long to wait before each slice, until what a start leaves to do has passed. */
  settleMs: number;
}

/** mongod opens a thread for each connection and ends it with the connection: its time is read another way. */
const isStore = (name: string): boolean => name === 'mongod';

/** The processor time of all so far; of all but mongod to the nanosecond. */
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

/** Measures the system with nobody calling, by itself and beside as many empty processes, in turns. */
export async function measureRounds(system: BenchSystem, options: MeasureRounds): Promise<Round[]> {
  const rounds: Round[] = [];
  while (rounds.length < options.rounds) rounds.push(await measureRound(system, options));
  return rounds;
}
