import { formatComparisons, formatSelfRatio } from '../measure/format-comparisons.ts';
import { formatTable } from '../measure/format-table.ts';
import type { IdleFigures } from './bench-idle.ts';

/** Every process of the system in both kinds of slices, and the peers together. */
function cpuTable({ alone, beside, totals, peers }: IdleFigures): string {
  const names = Object.keys(alone.cpu);
  const rows = names.map((name) => [
    name,
    alone.cpu[name]?.toFixed(2) ?? '',
    beside.cpu[name]?.toFixed(2) ?? '',
  ]);
  const sums = [
    ['Node and NATS of the system', '', totals.own.toFixed(1)],
    [`${peers} empty processes`, '', totals.peers.toFixed(1)],
    ['all of the system, with mongod', '', (totals.own + totals.mongod).toFixed(1)],
  ];
  return formatTable(['CPU, ms per second', 'by itself', 'beside the peers'], [...rows, ...sums]);
}

/** Commands sent less often than once in twenty seconds are left out. */
const leastShown = 0.05;

function commandTable({ alone, beside }: IdleFigures): string {
  const names = Object.keys({ ...alone.commands, ...beside.commands }).toSorted();
  const rows = names
    .map((name) => [name, alone.commands[name] ?? 0, beside.commands[name] ?? 0] as const)
    .filter(([, ...counts]) => counts.some((count) => count >= leastShown));
  return formatTable(
    ['commands to mongod per second', 'by itself', 'beside the peers'],
    rows.map(([name, one, other]) => [name, one.toFixed(2), other.toFixed(2)]),
  );
}

/** Formats a run's figures, ratios beside their goals. */
export function printIdleFigures(figures: IdleFigures): string {
  const { rounds, sliceMs, selfRatio } = figures;
  const { before, after } = figures.loadAverage;
  return [
    `${rounds} rounds of slices of ${sliceMs / 1000} s, load average ${before} to ${after}`,
    '',
    cpuTable(figures),
    '',
    commandTable(figures),
    '',
    formatSelfRatio(selfRatio),
    '',
    formatComparisons('with nobody calling', figures.comparisons),
  ].join('\n');
}
