import { formatTable } from '../measure/format-table.ts';
import { formatStatuses } from '../measure/load-result.ts';
import type { LogInFigures, Timing } from './bench-log-ins.ts';
import type { Flood } from './flood.ts';
import type { Cost } from './measure-costs.ts';

const whole = (figure: number): string => figure.toFixed(0);

const timingRow = ({ what, median, from, to, ratio }: Timing): string[] => [
  what,
  median.toFixed(1),
  `${from.toFixed(1)} to ${to.toFixed(1)}`,
  ratio.toFixed(2),
];

const floodRow = ({ what, statuses, p50, p99, elapsedMs }: Flood): string[] => [
  what,
  formatStatuses(statuses),
  `${whole(p50)} · ${whole(p99)}`,
  (elapsedMs / 1000).toFixed(1),
];

const costRow = ({ what, statuses, cpuMs, commands }: Cost): string[] => [
  what,
  formatStatuses(statuses),
  cpuMs.toFixed(1),
  Object.entries(commands)
    .map(([name, times]) => `${name} ${times.toFixed(1)}`)
    .join(', '),
];

/** Formats a run's figures. */
export function printLogInFigures({ loadAverage: load, timings, floods, costs }: LogInFigures): string {
  return [
    `load average ${load.before} to ${load.after}`,
    '',
    formatTable(['answer to', 'median, ms', 'middle half', 'ratio'], timings.map(timingRow)),
    '',
    formatTable(['requests', 'answers', 'p50 · p99, ms', 'seconds'], floods.map(floodRow)),
    '',
    formatTable(['operation', 'answers', 'processor ms', 'statements'], costs.map(costRow)),
  ].join('\n');
}
