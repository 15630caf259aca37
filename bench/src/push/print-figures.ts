import { formatTable } from '../measure/format-table.ts';
import type { PushFigures } from './bench-push.ts';

/** Formats a run's figures. */
export function printPushFigures({ loadAverage: load, pushed }: PushFigures): string {
  const rows = pushed.map(({ calls, due, arrived, p50Ms, p99Ms }) => [
    String(calls),
    `${arrived} of ${due}`,
    `${p50Ms.toFixed(0)} · ${p99Ms.toFixed(0)}`,
  ]);
  return [
    `load average ${load.before} to ${load.after}`,
    '',
    formatTable(['calls at once, four devices each', 'arrived', 'p50 · p99 from the start, ms'], rows),
  ].join('\n');
}
