import { describeMachine, loadAverage } from '../measure/machine.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { measureIdle } from '../writes/measure-slice.ts';
import { costDoors, type DoorCosts } from './cost-doors.ts';
import { makeDoor } from './door-operations.ts';
import { measureRound, processesOf, type DoorRound, type MeasuredDoors } from './measure-round.ts';
import { runDoorPeer } from './run-peer.ts';

/** Options of a run. */
export interface BenchDoors {
  rounds: number;
  sliceMs: number;
  /** Callers at one door, each a different person; 50 at most. */
  callerCounts: readonly number[];
}

export const usualCallers = [1, 8, 50] as const;

/** Figures of a run. */
export interface DoorFigures extends DoorCosts {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  rounds: number;
  sliceMs: number;
}

/** The longest slice of the warm-up round, in milliseconds. */
const warmUpMs = 500;

async function measureRounds(measured: MeasuredDoors, options: BenchDoors): Promise<DoorCosts> {
  const { rounds: count, sliceMs, callerCounts } = options;
  const { client } = measured.system;
  await measureRound(measured, { callerCounts, sliceMs: Math.min(warmUpMs, sliceMs) });
  const idle = await measureIdle({ client, processes: processesOf(measured) }, sliceMs);
  const rounds: DoorRound[] = [];
  while (rounds.length < count) rounds.push(await measureRound(measured, options));
  const ownProcesses = Object.keys(measured.system.processes());
  return costDoors(rounds, { idle, ownProcesses }, callerCounts);
}

/** Measures a door of a running system beside a plain program. */
export async function measureDoors(system: BenchSystem, options: BenchDoors): Promise<DoorFigures> {
  const before = loadAverage();
  const own = await makeDoor(system, Math.max(...options.callerCounts));
  const peer = await runDoorPeer(system);
  try {
    const costs = await measureRounds({ system, peer, own }, options);
    const { rounds, sliceMs } = options;
    const loads = { before, after: loadAverage() };
    const measuredAt = new Date().toISOString();
    return { measuredAt, machine: describeMachine(), loadAverage: loads, rounds, sliceMs, ...costs };
  } finally {
    await peer.stop();
  }
}

/** Starts the whole system and a plain program, and measures the cost of opening a door in each. */
export async function benchDoors(options: BenchDoors): Promise<DoorFigures> {
  const system = await runSystem();
  try {
    return await measureDoors(system, options);
  } finally {
    await system.stop();
  }
}
