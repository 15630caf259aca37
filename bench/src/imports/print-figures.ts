import { sum } from '../measure/cpu-times.ts';
import { formatComparisons } from '../measure/format-comparisons.ts';
import { formatTable } from '../measure/format-table.ts';
import type { ImportFigures } from './import-figures.ts';
import type { Stage } from './run-import.ts';

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const statements = ({ commands }: Pick<Stage, 'commands'>): number =>
  sum(commands, ['find', 'aggregate', 'getMore', 'insert', 'update', 'delete', 'findAndModify', 'bulkWrite']);

function stageRow(name: string, stage: Stage): string[] {
  const { rows, elapsedMs, cpuMs, committed, memory } = stage;
  const others = sum(cpuMs) - (cpuMs['admin-workers'] ?? 0) - (cpuMs['mongod'] ?? 0);
  return [
    name,
    seconds(elapsedMs),
    (rows / (elapsedMs / 1000)).toFixed(0),
    seconds(cpuMs['admin-workers'] ?? 0),
    seconds(cpuMs['mongod'] ?? 0),
    seconds(others),
    ((statements(stage) / rows) * 1000).toFixed(1),
    ((committed / rows) * 1000).toFixed(1),
    `${memory.before.toFixed(0)} → ${memory.peak.toFixed(0)}`,
  ];
}

/** Formats a run's figures. */
export function printImportFigures(figures: ImportFigures): string {
  const { loadAverage, rows, stages, peer, listP50Ms, twoPlans, comparisons } = figures;
  const head = [
    'stage',
    'seconds',
    'rows/s',
    'worker CPU, s',
    'mongod CPU, s',
    'other CPU, s',
    'statements per 1,000 rows',
    'transactions per 1,000 rows',
    'worker memory, MiB',
  ];
  const driver = [
    'driver insertMany of the same documents',
    seconds(peer.elapsedMs),
    (rows / (peer.elapsedMs / 1000)).toFixed(0),
    seconds(peer.cpuMs['driver'] ?? 0),
    seconds(peer.cpuMs['mongod'] ?? 0),
    '–',
    ((statements(peer) / rows) * 1000).toFixed(1),
    '–',
    '–',
  ];
  return [
    `${rows} rows, load average ${loadAverage.before} to ${loadAverage.after}`,
    '',
    formatTable(head, [
      stageRow('dry run', stages.plan),
      stageRow('commit', stages.commit),
      stageRow('dry run of the same file again', stages.replan),
      driver,
    ]),
    '',
    `COMMITTED after ${seconds(stages.commit.untilStateMs)} s; all that follows was done after ${seconds(stages.commit.elapsedMs)} s.`,
    `Lists of another tenant, p50: ${listP50Ms.idle.toFixed(1)} ms idle, ${listP50Ms.meanwhile.toFixed(1)} ms during the import.`,
    `Dry runs of two tenants at once: ${seconds(twoPlans.elapsedMs)} s.`,
    '',
    formatComparisons('imports', comparisons),
  ].join('\n');
}
