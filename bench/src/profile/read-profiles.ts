import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Processes } from '../measure/cpu-times.ts';
import { partOf, type CallFrame } from './parts.ts';

/** Part of a `.cpuprofile` file. Times are microseconds of the machine's monotonic clock. */
interface V8Profile {
  nodes: readonly { id: number; callFrame: CallFrame }[];
  startTime: number;
  /** The node that was running at each sample. */
  samples: readonly number[];
  /** Time between each sample and the one before it. */
  timeDeltas: readonly number[];
}

/** A period, in microseconds of the machine's monotonic clock. */
export interface Period {
  start: number;
  end: number;
}

/** Milliseconds of work by part, by process. */
export type WorkByPart = Record<string, Record<string, number>>;

/** Returns the time of the monotonic clock that profiles use. */
export const monotonicMicros = (): number => Number(process.hrtime.bigint() / 1000n);

function addWork(
  { nodes, startTime, samples, timeDeltas }: V8Profile,
  period: Period,
  work: WorkByPart[string],
) {
  const partOfNode = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  let at = startTime;
  for (const [index, node] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0;
    at += delta;
    const part = partOfNode.get(node) ?? null;
    if (part === null || at < period.start || at > period.end) continue;
    work[part] = (work[part] ?? 0) + delta / 1000;
  }
}

/** Reads the work of processes in periods from the profiles that V8 has written to a folder, all threads together. */
export function readProfiles(
  dir: string,
  processes: Processes,
  periods: Readonly<Record<string, Period>>,
): Record<string, WorkByPart> {
  const work: Record<string, WorkByPart> = {};
  const names = new Map(Object.entries(processes).map(([name, pid]) => [String(pid), name]));
  for (const file of readdirSync(dir)) {
    const name = names.get(file.split('.')[3] ?? '');
    if (name === undefined) continue;
    const profile = JSON.parse(readFileSync(join(dir, file), 'utf8')) as V8Profile;
    for (const [title, period] of Object.entries(periods))
      addWork(profile, period, ((work[title] ??= {})[name] ??= {}));
  }
  return work;
}
