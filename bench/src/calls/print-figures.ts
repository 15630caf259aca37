import { formatTable } from '../measure/format-table.ts';
import { callbacks } from './play-call.ts';
import type { CallFigures } from './bench-calls.ts';

const processes = [
  'webhook-gateway',
  'webhooks-1',
  'mongod',
  'nats-server',
  'admin-workers',
  'plain program',
] as const;
const statements = ['find', 'insert', 'update', 'commitTransaction'] as const;

/** Formats a run's figures. */
export function printCallFigures({ loadAverage, costs }: CallFigures): string {
  const titleOf = ({ receiver, callers }: (typeof costs)[number]): string =>
    `${receiver}, ${callers === 1 ? 'one call' : `${callers} calls`} at once`;
  const times = costs.map((found) => [
    titleOf(found),
    String(found.calls),
    String(found.failures),
    ...found.latencies.map(({ p50Ms, p99Ms }) => `${p50Ms} · ${p99Ms}`),
  ]);
  const prices = costs.map((found) => [
    titleOf(found),
    ...processes.map((name) => (found.cpuMs[name] ?? 0).toFixed(2)),
    ...statements.map((name) => (found.commands[name] ?? 0).toFixed(1)),
    found.total.cpuMs.toFixed(1),
    found.total.commands.toFixed(1),
  ]);
  return [
    `load average ${loadAverage.before} to ${loadAverage.after}`,
    '',
    'Answers by callback, p50 · p99 in ms:',
    '',
    formatTable(['receiver', 'calls', 'not 200', ...callbacks], times),
    '',
    'Each whole call of six callbacks, processor time in ms and commands to mongod:',
    '',
    formatTable(['receiver', ...processes, ...statements, 'all CPU', 'all statements'], prices),
  ].join('\n');
}
