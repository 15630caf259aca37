import { median } from '../measure/median.ts';
import { medians } from '../measure/medians.ts';
import { defineProgram } from '../measure/program.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import { serviceNames } from '../system/restart-services.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import { compareIdle, mongodCpu, ownCpu, peersCpu, selfRatio } from './compare.ts';
import { measureRounds, type MeasureRounds, type Slice } from './measure-rounds.ts';

/** Figures of a run: medians over the rounds. */
export interface IdleFigures extends JudgedFigures {
  rounds: number;
  sliceMs: number;
  /** Number of empty processes. */
  peers: number;
  /** The system without peers, and beside them. */
  alone: Slice;
  beside: Slice;
  /** Milliseconds of processor time per second. */
  totals: { own: number; mongod: number; peers: number };
}

/** Measures a running system without callers, beside as many empty processes. */
export async function measureIdle(system: BenchSystem, options: MeasureRounds): Promise<IdleFigures> {
  const rounds = await measureRounds(system, options);
  const summarize = (slices: readonly Slice[]): Slice => ({
    cpu: medians(slices.map(({ cpu }) => cpu)),
    commands: medians(slices.map(({ commands }) => commands)),
  });
  return {
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

/** A row of a table: a figure of the system by itself, and the same beside the peers. */
type BothSlices = readonly [title: string, alone: number | undefined, beside: number | undefined];

const tableOf = (title: string, rows: readonly BothSlices[]): string =>
  formatTable<BothSlices>(
    [
      [title, ([name]) => name],
      ['by itself', ([, alone]) => alone],
      ['beside the peers', ([, , beside]) => beside],
    ],
    rows,
  );

/** Commands sent less often than once in twenty seconds are left out. */
const minShown = 0.05;

/** Formats the figures of a run. */
export function formatIdle({ rounds, sliceMs, peers, alone, beside, totals }: IdleFigures): string[] {
  const commands = Object.keys({ ...alone.commands, ...beside.commands })
    .toSorted()
    .map((name) => [name, alone.commands[name] ?? 0, beside.commands[name] ?? 0] as const)
    .filter(([, one, other]) => Math.max(one, other) >= minShown);
  return [
    `${rounds} rounds of slices of ${sliceMs / 1000} s`,
    tableOf('CPU, ms per second', [
      ...Object.keys(alone.cpu).map((name) => [name, alone.cpu[name], beside.cpu[name]] as const),
      ['Node and NATS of the system', undefined, totals.own],
      [`${peers} empty processes`, undefined, totals.peers],
      ['all of the system, with mongod', undefined, totals.own + totals.mongod],
    ]),
    tableOf('commands to mongod per second', commands),
  ];
}

export const idle = defineProgram({
  summary: 'cost of the whole system without callers, beside as many empty processes',
  defaults: { rounds: 3, seconds: 20 },
  measure: ({ rounds, seconds }) =>
    onSystem((system) => measureIdle(system, { rounds, sliceMs: 1000 * seconds, settleMs: 4000 })),
  format: formatIdle,
});
