import { formatTable } from '../measure/format-table.ts';
import { median } from '../measure/median.ts';
import type { Step } from './read-steps.ts';
import { isRequest, isWaiting, shareOfTime, type ShareOfTime } from './share-of-time.ts';
import type { Trace } from './trace-writes.ts';

/** Health checks ask for the indexes of each collection: one line for all that a process asks. */
function foldHealth(steps: readonly Step[]): Step[] {
  const isHealth = ({ what }: Step): boolean => /^(listIndexes|ping)/.test(what);
  const byProcess = Map.groupBy(steps.filter(isHealth), ({ process }) => process);
  const folded = [...byProcess].flatMap(([process, [first, ...others]]) =>
    first ? [{ ...first, process, what: `health: ${others.length + 1} × ping, listIndexes` }] : [],
  );
  return [...steps.filter((step) => !isHealth(step)), ...folded];
}

function stepTable({ startedAt, steps, answeredMs, sealedMs }: Trace): string {
  const landmarks = [
    { at: answeredMs, row: [answeredMs.toFixed(1), '', 'caller', '**the answer is there**'] },
    { at: sealedMs, row: [sealedMs.toFixed(0), '', 'admin-workers', '**the record is being sealed**'] },
  ];
  const rows = foldHealth(steps).map((step) => {
    const at = step.startedAt - startedAt;
    const took = isWaiting(step) ? '' : (step.endedAt - step.startedAt).toFixed(1);
    return { at, row: [at.toFixed(1), took, step.process, step.what] };
  });
  const sorted = [...rows, ...landmarks].toSorted((a, b) => a.at - b.at);
  return formatTable(
    ['at, ms', 'took, ms', 'process', 'what'],
    sorted.map(({ row }) => row),
  );
}

const shareTitles: Readonly<Record<keyof ShareOfTime, string>> = {
  caller: 'the caller and its connection',
  gateway: 'gateway, without waiting for admin',
  service: 'admin, without waiting for mongod',
  mongod: 'admin, waiting for mongod',
  commands: 'commands of admin to mongod (a number)',
  answered: 'until the answer',
  sealed: 'until the record is sealed',
};

function shareTable(traces: readonly Trace[]): string {
  const shares = traces.map(shareOfTime);
  const rows = Object.entries(shareTitles).map(([name, title]) => [
    title,
    median(shares.map((share) => share[name as keyof ShareOfTime])).toFixed(1),
  ]);
  return formatTable([`medians of ${traces.length} requests`, 'ms'], rows);
}

/** How many commands each process sent for one request, until its answer and after it. */
function processTable(traces: readonly Trace[]): string {
  const commands = traces.flatMap(({ steps, startedAt, answeredMs }) =>
    steps
      .filter((step) => !isRequest(step))
      .map((step) => ({ process: step.process, isBefore: step.startedAt < startedAt + answeredMs })),
  );
  const rows = [...Map.groupBy(commands, ({ process }) => process)].map(([process, own]) => {
    const before = own.filter(({ isBefore }) => isBefore).length;
    return [process, before, own.length - before] as const;
  });
  const mean = (count: number): string => (count / traces.length).toFixed(1);
  return formatTable(
    ['commands to mongod per request', 'until the answer', 'after it'],
    rows.map(([process, before, after]) => [process, mean(before), mean(after)]),
  );
}

/** The trace that took as long as half of the others at most. */
function middleOf(traces: readonly Trace[]): Trace {
  return traces.toSorted((a, b) => a.answeredMs - b.answeredMs)[traces.length >> 1] as Trace;
}

/** Formats traces: every step of the median request, then the shares of the time of all requests. */
export function printTraces(traces: readonly Trace[]): string {
  return [stepTable(middleOf(traces)), '', shareTable(traces), '', processTable(traces)].join('\n');
}
