import type { Comparison } from '../measure/judge.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import type { MeterSubjects, Usage } from '../measure/usage.ts';
import { totalUsage } from '../measure/usage.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { compareWrites, costRounds, selfRatio } from './compare.ts';
import type { WriteCost } from './cost-of.ts';
import { measurePeerAlone } from './measure-peer-alone.ts';
import { againTitle, measureRounds, peerTitle, rows, titleOf, type RoundCounts } from './measure-rounds.ts';
import type { PlainProgram } from '../system/run-plain-program.ts';
import { runPeer } from './run-peer.ts';
import { layOutScenarios } from './scenarios.ts';
import { summarizeWrites, type WriteSummary } from './summarize.ts';

export interface BenchWrites extends RoundCounts {
  /** Duration of the requests of each slice. */
  sliceMs: number;
}

/** Figures of a run. */
export interface WriteFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  rounds: number;
  sliceMs: number;
  /** Figures by title: each kind of write, and the peer. */
  costs: Record<string, WriteSummary>;
  /** Activity of all processes without callers. */
  idle: Usage;
  /** The peer alone on its mongod, by callers. */
  peerAlone: Record<number, WriteCost>;
  /** Ratio of two measurements of the peer, by callers. */
  selfRatios: Record<number, { writesPerSecond: number; totalCpuMs: number }>;
  comparisons: Comparison[];
}

const callerCounts = [1, 8, 32] as const;

const titles = [
  ...rows.map(titleOf),
  ...callerCounts.flatMap((callers) => [peerTitle(callers), againTitle(callers)]),
];

async function measure(system: BenchSystem, peer: PlainProgram, { sliceMs, ...counts }: BenchWrites) {
  const before = loadAverage();
  const systemProcesses = system.processes();
  const metered: MeterSubjects = { client: system.client, processes: { ...systemProcesses, peer: peer.pid } };
  const scenarios = await layOutScenarios(system);
  const measured = { ...metered, system, tenantId: scenarios.tenantId };
  const rounds = await measureRounds({ measured, scenarios, peer, sliceMs }, counts);
  const costed = costRounds(rounds, Object.keys(systemProcesses));
  const selfRatios = callerCounts.map((callers) => {
    const of = (figure: 'writesPerSecond' | 'totalCpuMs') => selfRatio(costed, callers, figure);
    return [callers, { writesPerSecond: of('writesPerSecond'), totalCpuMs: of('totalCpuMs') }] as const;
  });
  return {
    measuredAt: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: { before, after: loadAverage() },
    rounds: counts.rounds,
    sliceMs,
    costs: Object.fromEntries(titles.map((title) => [title, summarizeWrites(title, rounds, costed)])),
    idle: totalUsage(rounds.map(({ idle }) => idle)),
    peerAlone: await measurePeerAlone({ system, peer, sliceMs }),
    selfRatios: Object.fromEntries(selfRatios),
    comparisons: compareWrites(costed),
  };
}

/** Measures writes of a running system side by side with a plain program; afterwards only the system's stores run. */
export async function measureWrites(system: BenchSystem, options: BenchWrites): Promise<WriteFigures> {
  const peer = await runPeer(system);
  try {
    return await measure(system, peer, options);
  } finally {
    await peer.stop();
  }
}

/** Starts the whole system and a plain program on its mongod, and measures the cost of a write in each. */
export async function benchWrites(options: BenchWrites): Promise<WriteFigures> {
  const system = await runSystem();
  try {
    return await measureWrites(system, options);
  } finally {
    await system.stop();
  }
}
