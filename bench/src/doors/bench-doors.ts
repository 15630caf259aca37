import { defineProgram } from '../measure/program.ts';
import { formatNamed, formatTable, type JudgedFigures } from '../measure/report.ts';
import { costColumns, type CostSummary, type SliceRound } from '../measure/slice-costs.ts';
import { measureIdle } from '../measure/usage.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import { costDoors } from './cost-doors.ts';
import { makeDoors } from './door-operations.ts';
import { measureRound, processesOf } from './measure-round.ts';
import { plainDoor, runPlainDoors } from './plain-door.ts';

/** Options of a run. */
export interface BenchDoors {
  rounds: number;
  sliceMs: number;
  /** Callers, each a different person; 50 at most. */
  callerCounts: readonly number[];
}

/** Figures of a run. */
export interface DoorFigures extends JudgedFigures {
  rounds: number;
  sliceMs: number;
  /** Costs by title, such as `unlock, 8 callers, ours`. */
  costs: Record<string, CostSummary>;
}

/** The longest slice of the warm-up round, in milliseconds. */
const warmUpMs = 500;

/** Measures doors of a running system, compared with a plain program. */
export async function measureDoors(system: BenchSystem, options: BenchDoors): Promise<DoorFigures> {
  const { rounds: count, sliceMs, callerCounts } = options;
  const own = await makeDoors(system, Math.max(...callerCounts));
  const peer = await runPlainDoors(system);
  try {
    const measured = { system, peer, own, theirs: plainDoor(peer.url) };
    await measureRound(measured, { callerCounts, sliceMs: Math.min(warmUpMs, sliceMs) });
    const idle = await measureIdle({ client: system.client, processes: processesOf(measured) }, sliceMs);
    const rounds: SliceRound[] = [];
    while (rounds.length < count) rounds.push(await measureRound(measured, options));
    const ownProcesses = Object.keys(system.processes());
    return { rounds: count, sliceMs, ...costDoors(rounds, { idle, ownProcesses }, callerCounts) };
  } finally {
    await peer.stop();
  }
}

/** Formats the figures of a run. */
export function formatDoors({ rounds, sliceMs, costs }: DoorFigures): string[] {
  const all = Object.entries(costs);
  return [
    `${rounds} rounds of slices of ${sliceMs / 1000} s; unlocks at forty doors, PINs at one`,
    formatTable(costColumns, all),
    formatTable<[string, CostSummary]>(
      [
        ['for each', ([title]) => title],
        ['statements', ([, { commands }]) => formatNamed(commands)],
        ['CPU by process, ms', ([, { cpuMs }]) => formatNamed(cpuMs)],
      ],
      all.filter(([title]) => !title.endsWith('again')),
    ),
  ];
}

export const doors = defineProgram({
  summary: 'cost of unlocks and PIN checks for 1, 8 and 50 callers, compared with a plain program',
  defaults: { rounds: 3, seconds: 2.5 },
  measure: ({ rounds, seconds }) =>
    onSystem((system) => measureDoors(system, { rounds, sliceMs: 1000 * seconds, callerCounts: [1, 8, 50] })),
  format: formatDoors,
});
