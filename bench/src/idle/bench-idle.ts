import type { Comparison } from '../measure/judge.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import { median } from '../measure/median.ts';
import { medians } from '../measure/medians.ts';
import { serviceNames } from '../system/restart-services.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { compareIdle, mongodCpu, ownCpu, peersCpu, selfRatio } from './compare.ts';
import { measureRounds, type MeasureRounds, type Slice } from './measure-rounds.ts';

/** Figures of a run: medians over the rounds. */
export interface IdleFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  rounds: number;
  sliceMs: number;
  /** Number of empty processes. */
  peers: number;
  /** The system without peers, and beside them. */
  alone: Slice;
  beside: Slice;
  /** Milliseconds of processor time per second. */
  totals: { own: number; mongod: number; peers: number };
  /** Ratio of one half of the peers to the other. */
  selfRatio: number;
  comparisons: Comparison[];
}

/** Measures a running system without callers, beside as many empty processes. */
export async function measureIdle(system: BenchSystem, options: MeasureRounds): Promise<IdleFigures> {
  const before = loadAverage();
  const rounds = await measureRounds(system, options);
  const summarize = (slices: readonly Slice[]): Slice => ({
    cpu: medians(slices.map(({ cpu }) => cpu)),
    commands: medians(slices.map(({ commands }) => commands)),
  });
  return {
    measuredAt: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: { before, after: loadAverage() },
    ...options,
    peers: serviceNames(system).length,
    alone: summarize(rounds.map(({ alone }) => alone)),
    beside: summarize(rounds.map(({ beside }) => beside)),
    totals: {
      own: median(rounds.map(({ beside }) => ownCpu(beside))),
      mongod: median(rounds.map(({ alone }) => mongodCpu(alone))),
      peers: median(rounds.map(({ beside }) => peersCpu(beside))),
    },
    selfRatio: selfRatio(rounds),
    comparisons: compareIdle(rounds),
  };
}

/** Starts the whole system, and measures it without callers. */
export async function benchIdle(options: MeasureRounds): Promise<IdleFigures> {
  const system = await runSystem();
  try {
    return await measureIdle(system, options);
  } finally {
    await system.stop();
  }
}
