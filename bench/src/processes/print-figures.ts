import { formatTable } from '../measure/format-table.ts';
import type { ProcessFigures } from './bench-processes.ts';

/** Formats a run's figures. */
export function printProcessFigures({ costs, load, loadAverage }: ProcessFigures): string {
  const rows = costs.map(({ service, startMs, idleMebibytes, loadedMebibytes }) => [
    service,
    String(startMs),
    idleMebibytes.toFixed(0),
    loadedMebibytes.toFixed(0),
  ]);
  const head = ['service', 'start to ready, ms', 'memory idle, MiB', 'after load, MiB'];
  return [
    `load: ${load.requests} requests to each service, load average ${loadAverage.before} to ${loadAverage.after}`,
    '',
    formatTable(head, rows),
  ].join('\n');
}
