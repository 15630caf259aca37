import { formatComparisons } from '../measure/format-comparisons.ts';
import { formatTable } from '../measure/format-table.ts';
import { formatStatuses } from '../measure/load-result.ts';
import type { FloodFigures } from './bench-flood.ts';
import { selfRatio } from './compare.ts';

const columns = ['webhook-gateway', 'webhooks-1', 'mongod', 'nats-server', 'plain receiver'] as const;
const statements = ['insert', 'find', 'update', 'commitTransaction'] as const;

function acknowledgementTable({ acknowledgements }: FloodFigures): string {
  const head = [
    'receiver',
    'asked for/s',
    'sent/s',
    'answers',
    'p50 · p99, ms',
    'backlog, ms',
    ...columns.map((name) => `${name}, ms`),
    ...statements,
  ];
  const rows = acknowledgements.map((found) => [
    found.receiver,
    String(found.perSecond),
    String(found.sentPerSecond),
    formatStatuses(found.statuses),
    `${found.p50Ms} · ${found.p99Ms}`,
    String(found.backlogMs),
    ...columns.map((name) => (found.cpuMs[name] ?? 0).toFixed(2)),
    ...statements.map((name) => (found.commands[name] ?? 0).toFixed(2)),
  ]);
  return formatTable(head, rows);
}

function isolationTable({ isolation }: FloodFigures): string {
  const titles = {
    idle: 'list, idle',
    underFlood: 'list, under a flood of webhooks',
    idleAgain: 'list, idle again',
    flood: 'the webhooks of that flood',
    underAdminFlood: 'webhook, under a flood of lists',
  } as const;
  const rows = Object.entries(titles).map(([name, title]) => {
    const { p50Ms, p99Ms, statuses } = isolation[name as keyof typeof titles];
    return [title, `${p50Ms} · ${p99Ms}`, formatStatuses(statuses)];
  });
  return formatTable(['requests', 'p50 · p99, ms', 'answers'], rows);
}

function senderTable({ sender }: FloodFigures): string {
  const { events, delivered, p50Ms, p99Ms, cpuMs, commands } = sender;
  const costs = Object.entries(cpuMs).map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
  const asked = Object.entries(commands).map(([name, count]) => `${name} ${count.toFixed(1)}`);
  return formatTable(
    ['events', 'delivered', 'event → first try p50 · p99, ms', 'CPU each, ms', 'commands each'],
    [[String(events), String(delivered), `${p50Ms} · ${p99Ms}`, costs.join(', '), asked.join(', ')]],
  );
}

/** Formats a run's figures beside their goals. */
export function printFloodFigures(figures: FloodFigures): string {
  const { before, after } = figures.loadAverage;
  return [
    `load average ${before} to ${after}, A/A ${selfRatio(figures).toFixed(2)}`,
    '',
    acknowledgementTable(figures),
    '',
    isolationTable(figures),
    '',
    senderTable(figures),
    '',
    formatComparisons('flood', figures.comparisons),
  ].join('\n');
}
