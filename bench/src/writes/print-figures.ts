import { formatComparisons } from '../measure/format-comparisons.ts';
import { formatTable } from '../measure/format-table.ts';
import { isSteady } from '../measure/judge.ts';
import { formatStatuses } from '../measure/load-result.ts';
import { scale, sum } from '../measure/cpu-times.ts';
import type { WriteFigures } from './bench-writes.ts';
import { statements } from './cost-of.ts';
import { countCallers } from './measure-rounds.ts';

/** Processes with their own column; all others share one. */
const named = ['gateway', 'admin-1', 'resident-1', 'admin-workers', 'mongod', 'nats-server', 'peer'];

const cpuColumns = (cpuMs: Readonly<Record<string, number>>): string[] => [
  ...named.map((name) => (cpuMs[name] === undefined ? '' : cpuMs[name].toFixed(2))),
  sum(
    cpuMs,
    Object.keys(cpuMs).filter((name) => !named.includes(name)),
  ).toFixed(2),
];

function ratesTable({ costs }: WriteFigures): string {
  const head = ['', 'writes/s', 'p50, ms', 'p99, ms', 'answers', 'slices dropped'];
  const rows = Object.entries(costs).map(([title, cost]) => [
    title,
    cost.writesPerSecond.toFixed(1),
    cost.p50Ms.toFixed(1),
    cost.p99Ms.toFixed(1),
    formatStatuses(cost.statuses),
    String(cost.dropped),
  ]);
  return formatTable(head, rows);
}

function cpuTable({ costs, idle, peerAlone }: WriteFigures): string {
  const head = ['CPU per write, ms', 'all', ...named, 'others'];
  const { peer: _peer, ...ownIdle } = scale(idle.cpuMs, 1000 / idle.elapsedMs);
  const rows = Object.entries(costs).map(([title, { cpuMs, totalCpuMs }]) => [
    title,
    totalCpuMs.toFixed(2),
    ...cpuColumns(cpuMs),
  ]);
  const alone = Object.entries(peerAlone).map(([callers, { cpuMs, totalCpuMs }]) => [
    `peer, the system stopped, ${countCallers(Number(callers))}`,
    totalCpuMs.toFixed(2),
    ...cpuColumns(cpuMs),
  ]);
  const quiet = ['nobody calls, ms per second', sum(ownIdle).toFixed(1), ...cpuColumns(ownIdle)];
  return formatTable(head, [...rows, ...alone, quiet]);
}

/** Commands below this are left out: fewer than one in a hundred writes. */
const leastShown = 0.01;

function commandTable({ costs }: WriteFigures): string {
  const shown = Object.entries(costs).filter(([title]) => !title.startsWith('peer again'));
  const names = new Set(shown.flatMap(([, { commands }]) => Object.keys(commands)));
  const rows = [...names]
    .toSorted()
    .map((name) => [name, ...shown.map(([, { commands }]) => commands[name] ?? 0)] as const);
  const visible = rows.filter(([, ...counts]) => counts.some((count) => count >= leastShown));
  const totals = [
    [
      'finds + getMores + updates + inserts + commits',
      ...shown.map(([, cost]) => sum(cost.commands, statements)),
    ],
    ['transactions aborted', ...shown.map(([, cost]) => cost.aborted)],
    ['transactions committed', ...shown.map(([, cost]) => cost.committed)],
  ] as const;
  const toCells = (row: readonly (string | number)[]): string[] =>
    row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell));
  const head = ['commands per write', ...shown.map(([title]) => title)];
  return formatTable(head, [...visible, ...totals].map(toCells));
}

function selfLine({ selfRatios }: WriteFigures): string {
  const parts = Object.entries(selfRatios).map(([callers, { writesPerSecond, totalCpuMs }]) => {
    const isFine = isSteady(writesPerSecond) && isSteady(totalCpuMs);
    const figures = `${countCallers(Number(callers))}: writes/s ${writesPerSecond.toFixed(2)}, CPU ${totalCpuMs.toFixed(2)}`;
    return isFine ? figures : `${figures} (outside of 0.9 to 1.1)`;
  });
  return `A/A ${parts.join('; ')}`;
}

/** Formats a run's figures, ratios beside their goals. */
export function printWriteFigures(figures: WriteFigures): string {
  const { before, after } = figures.loadAverage;
  return [
    `${figures.rounds} rounds of slices of ${figures.sliceMs / 1000} s, load average ${before} to ${after}`,
    '',
    ratesTable(figures),
    '',
    cpuTable(figures),
    '',
    commandTable(figures),
    '',
    selfLine(figures),
    '',
    formatComparisons('ratio', figures.comparisons),
  ].join('\n');
}
