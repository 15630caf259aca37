import type { RegisteredMetric } from './registered-metrics.ts';

/** Labels whose values clients choose, or that identify a person or an entity. */
const unbounded = /tenant|user|person|email|phone|address|url|path|(?:^|_)id$|Id$|correlation|trace/i;

/** Abbreviated units and multiples. Prometheus uses base units. */
const foreignUnit = /_(?:ms|milliseconds|minutes|hours|days|kb|kilobytes|mb|megabytes|percent)(?:_|$)/;

/**
 * Lists the faults of a metric by Prometheus' conventions (https://prometheus.io/docs/practices/naming/), and labels
 * without a bound.
 */
export function lintMetric({ name, help, type, labelNames }: RegisteredMetric): string[] {
  const faults: (string | false)[] = [
    !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name) && 'is not in snake case',
    type === 'counter' && !name.endsWith('_total') && 'is a counter without the ending _total',
    type !== 'counter' && name.endsWith('_total') && 'ends like a counter and is none',
    /_(?:count|sum|bucket)$/.test(name) && 'ends like a part of a histogram',
    foreignUnit.test(name) && 'has no base unit',
    type === 'histogram' && !/_(?:seconds|bytes)$/.test(name) && 'is a histogram without a unit',
    help.trim() === '' && 'has no help',
    ...labelNames.map((label) => !/^[a-z_]+$/.test(label) && `has the label ${label}, not in snake case`),
    ...labelNames.map((label) => unbounded.test(label) && `has the label ${label}, which has no bound`),
  ];
  return faults.filter((fault) => fault !== false).map((fault) => `${name} ${fault}`);
}
