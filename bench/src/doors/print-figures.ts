import { formatComparisons } from '../measure/format-comparisons.ts';
import { formatTable } from '../measure/format-table.ts';
import { formatStatuses } from '../measure/load-result.ts';
import type { DoorFigures } from './bench-doors.ts';
import type { DoorCost } from './cost-doors.ts';

/** Figures below this are left out of a line. */
const leastShown = 0.05;

const listed = (figures: Readonly<Record<string, number>>): string =>
  Object.entries(figures)
    .filter(([, figure]) => figure >= leastShown)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, figure]) => `${name} ${figure.toFixed(2)}`)
    .join(', ');

const row = ([title, cost]: [string, DoorCost]): string[] => [
  title,
  cost.totalCpuMs.toFixed(2),
  cost.perSecond.toFixed(1),
  `${cost.p50Ms.toFixed(1)} · ${cost.p99Ms.toFixed(1)}`,
  formatStatuses(cost.statuses),
];

/** Formats a run's figures. */
export function printDoorFigures({ loadAverage: load, costs, selfRatio, comparisons }: DoorFigures): string {
  const all = Object.entries(costs);
  const shown = all.filter(([title]) => !title.endsWith('again'));
  return [
    `load average ${load.before} to ${load.after}, A/A ${selfRatio.toFixed(2)}`,
    '',
    formatTable(['at one door', 'CPU, ms', 'per second', 'p50 · p99, ms', 'answers'], all.map(row)),
    '',
    formatTable(
      ['for each', 'statements', 'CPU by process, ms'],
      shown.map(([title, { commands, cpuMs }]) => [title, listed(commands), listed(cpuMs)]),
    ),
    '',
    formatComparisons('CPU', comparisons),
  ].join('\n');
}
