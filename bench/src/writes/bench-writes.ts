import { join } from 'node:path';
import { scale, sum } from '../measure/cpu-times.ts';
import { countCallers } from '../measure/load-result.ts';
import { defineProgram } from '../measure/program.ts';
import { formatTable, namedColumns, type Column, type JudgedFigures } from '../measure/report.ts';
import type { RunningServer } from '../measure/run-node-program.ts';
import { costColumns, summarizeCosts, type CostSummary, type SliceCost } from '../measure/slice-costs.ts';
import { totalUsage, type Usage } from '../measure/usage.ts';
import { runPlainProgram } from '../system/run-plain-program.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import { compareWrites, costWrites, statements } from './compare.ts';
import { measurePeerAlone } from './measure-peer-alone.ts';
import { measureRounds, type RoundCounts } from './measure-rounds.ts';
import { prepareScenarios } from './scenarios.ts';

export interface BenchWrites extends RoundCounts {
  /** Duration of the requests of each slice. */
  sliceMs: number;
}

/** Figures of a run. */
export interface WriteFigures extends JudgedFigures {
  rounds: number;
  sliceMs: number;
  /** Figures by title: each kind of write, and the peer. */
  costs: Record<string, CostSummary>;
  /** Activity of all processes without callers. */
  idle: Usage;
  /** The peer alone on its mongod, by callers. */
  peerAlone: Record<number, SliceCost>;
}

async function measure(
  system: BenchSystem,
  peer: RunningServer,
  { sliceMs, ...counts }: BenchWrites,
): Promise<WriteFigures> {
  const own = system.processes();
  const scenarios = await prepareScenarios(system);
  const processes = { ...own, peer: peer.pid };
  const measured = { client: system.client, processes, system, tenantId: scenarios.tenantId };
  const rounds = await measureRounds({ measured, scenarios, peer, sliceMs }, counts);
  const costed = costWrites(rounds, Object.keys(own));
  return {
    rounds: counts.rounds,
    sliceMs,
    costs: summarizeCosts(
      rounds.map(({ slices }) => slices),
      costed,
    ),
    idle: totalUsage(rounds.map((round) => round.idle)),
    peerAlone: await measurePeerAlone({ system, peer, sliceMs }),
    ...compareWrites(costed),
  };
}

/** Measures writes of a running system side by side with a plain program; afterwards only the system's stores run. */
export async function measureWrites(system: BenchSystem, options: BenchWrites): Promise<WriteFigures> {
  const peer = await runPlainProgram(system, join(import.meta.dirname, 'programs/plain-writes.ts'));
  try {
    return await measure(system, peer, options);
  } finally {
    await peer.stop();
  }
}

/** Processes with their own column; all others share one. */
const named = ['gateway', 'admin-1', 'resident-1', 'admin-workers', 'mongod', 'nats-server', 'peer'];

/** Processor time of the processes in one row. */
type CpuRow = readonly [title: string, cpuMs: Readonly<Record<string, number>>];

function formatCpu({ costs, idle, peerAlone }: WriteFigures): string {
  const { peer: _peer, ...ownIdle } = scale(idle.cpuMs, 1000 / idle.elapsedMs);
  return formatTable<CpuRow>(
    [
      ['CPU per write, ms', ([title]) => title],
      ['all', ([, cpuMs]) => sum(cpuMs)],
      ...namedColumns<CpuRow>(named, ([, cpuMs]) => cpuMs),
      [
        'others',
        ([, cpuMs]) =>
          sum(
            cpuMs,
            Object.keys(cpuMs).filter((name) => !named.includes(name)),
          ),
      ],
    ],
    [
      ...Object.entries(costs).map(([title, { cpuMs }]) => [title, cpuMs] as const),
      ...Object.entries(peerAlone).map(
        ([callers, { cpuMs }]) =>
          [`peer, the system stopped, ${countCallers(Number(callers))}`, cpuMs] as const,
      ),
      ['nobody calls, ms per second', ownIdle],
    ],
  );
}

/** Commands below this are left out: fewer than one in a hundred writes. */
const minShown = 0.01;

function formatCommands({ costs }: WriteFigures): string {
  const shown = Object.entries(costs).filter(([title]) => !title.startsWith('peer again'));
  const names = new Set(shown.flatMap(([, { commands }]) => Object.keys(commands)));
  const counts = [...names]
    .toSorted()
    .map((name): Column<CostSummary> => [name, ({ commands }) => commands[name] ?? 0]);
  const visible = counts.filter(([, countOf]) => shown.some(([, cost]) => Number(countOf(cost)) >= minShown));
  const rows: readonly Column<CostSummary>[] = [
    ...visible,
    ['finds + getMores + updates + inserts + commits', ({ commands }) => sum(commands, statements)],
    ['transactions aborted', ({ aborted }) => aborted],
    ['transactions committed', ({ committed }) => committed],
  ];
  return formatTable<Column<CostSummary>>(
    [
      ['commands per write', ([name]) => name],
      ...shown.map(([title, cost]): Column<Column<CostSummary>> => [title, ([, countOf]) => countOf(cost)]),
    ],
    rows,
  );
}

/** Formats the figures of a run. */
export const formatWrites = (figures: WriteFigures): string[] => [
  `${figures.rounds} rounds of slices of ${figures.sliceMs / 1000} s`,
  formatTable(costColumns, Object.entries(figures.costs)),
  formatCpu(figures),
  formatCommands(figures),
];

export const writes = defineProgram({
  summary: 'cost of a write in all processes, compared with a plain transaction on the same mongod',
  defaults: { rounds: 5, seconds: 2.5 },
  measure: ({ rounds, seconds }) =>
    onSystem((system) => measureWrites(system, { warmUps: 1, rounds, sliceMs: 1000 * seconds })),
  format: formatWrites,
});
