import { formatComparisons } from '../measure/format-comparisons.ts';
import { formatTable } from '../measure/format-table.ts';
import { formatStatuses } from '../measure/load-result.ts';
import type { SealFigures } from './bench-seal.ts';
import { selfRatio } from './compare.ts';
import type { Meanwhile } from './call-meanwhile.ts';
import type { Drain } from './measure-drain.ts';

function latencyTable({ latencies }: SealFigures): string {
  const head = [
    'writes/s asked for',
    'properties',
    'writes/s answered',
    'answers',
    'answer p50 · p99, ms',
    'sealed p50 · p99, ms',
    'seen p50 · p99, ms',
  ];
  const rows = latencies.map(({ load, ...each }) => [
    String(each.perSecond),
    String(each.properties),
    (load.succeeded / (load.elapsedMs / 1000)).toFixed(1),
    formatStatuses(load.statuses),
    ...[each.answered, each.sealed, each.seen].map(({ p50, p99 }) => `${p50} · ${p99}`),
  ]);
  return formatTable(head, rows);
}

function drainTable({ published, sealed, events }: Drain): string {
  const row = (title: string, { rows, seconds, perSecond }: Drain['published']): string[] => [
    title,
    `${rows} of ${events}`,
    seconds.toFixed(1),
    perSecond.toFixed(0),
  ];
  const rows = [row('outbox → stream', published), row('stream → sealed', sealed)];
  return formatTable(['after an outage', 'rows', 'seconds', 'rows/s'], rows);
}

function callTable({ quiet, meanwhile }: Drain): string {
  const row = (title: string, { lists, creations }: Meanwhile): string[] => [
    title,
    lists.p50Ms.toFixed(1),
    formatStatuses(lists.statuses),
    creations.p50Ms.toFixed(1),
    formatStatuses(creations.statuses),
  ];
  return formatTable(
    ['requests', 'list p50, ms', 'answers', 'create p50, ms', 'answers'],
    [row('before', quiet), row('while the backlog is worked off', meanwhile)],
  );
}

/** Formats a run's figures beside their goals. */
export function printSealFigures(figures: SealFigures): string {
  const { drain, comparisons } = figures;
  const { before, after } = figures.loadAverage;
  const end = drain.isComplete ? 'all done' : 'given up';
  return [
    `load average ${before} to ${after}`,
    '',
    latencyTable(figures),
    '',
    drainTable(drain),
    '',
    `${drain.events} events of ${drain.tenants} tenants, ${end} ${drain.elapsedSeconds.toFixed(0)} s after the start of NATS`,
    '',
    callTable(drain),
    '',
    `A/A lists ${selfRatio(drain, 'lists').toFixed(2)}, creations ${selfRatio(drain, 'creations').toFixed(2)}`,
    '',
    formatComparisons('created → sealed', comparisons),
  ].join('\n');
}
