import { formatTable } from '../measure/format-table.ts';
import { formatStatuses } from '../measure/load-result.ts';
import { percentile } from '../measure/percentile.ts';
import type { Crowd, CrowdFigures } from './bench-crowd.ts';

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

function rowOf({ what, load, doneMs }: Crowd): string[] {
  const { elapsedMs, succeeded, statuses, latenciesMs } = load;
  return [
    what,
    formatStatuses(statuses),
    seconds(elapsedMs),
    (succeeded / (elapsedMs / 1000)).toFixed(1),
    `${percentile(latenciesMs, 0.5).toFixed(0)} · ${percentile(latenciesMs, 0.99).toFixed(0)}`,
    seconds(doneMs),
  ];
}

/** Formats a run's figures. */
export function printCrowdFigures({ loadAverage: { before, after }, crowds }: CrowdFigures): string {
  const head = ['crowd', 'answers', 'seconds', 'per second', 'p50 · p99, ms', 'all sealed and sent, s'];
  return [`load average ${before} to ${after}`, '', formatTable(head, crowds.map(rowOf))].join('\n');
}
