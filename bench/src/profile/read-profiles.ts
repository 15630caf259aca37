import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Processes } from '../measure/cpu-times.ts';
import { ownFolderOf, partOf, type CallFrame } from './parts.ts';

/** Part of a `.cpuprofile` file. Times are microseconds of the machine's monotonic clock. */
interface V8Profile {
  nodes: readonly { id: number; callFrame: CallFrame; children?: readonly number[] }[];
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

/** Milliseconds of work of a process. */
export interface Work {
  byPart: Record<string, number>;
  /** By the folder of the nearest own function that called it. */
  byFolder: Record<string, number>;
}

/** The work of each process. */
export type WorkByProcess = Record<string, Work>;

/** Work that no own function has called: Node's server and sockets, and the collection of garbage. */
const outside = 'none';

/** Returns the time of the monotonic clock that profiles use. */
export const monotonicMicros = (): number => Number(process.hrtime.bigint() / 1000n);

/** Returns the folder of the nearest own function above each node. */
function foldersOf({ nodes }: V8Profile): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const folders = new Map<number, string>();
  const visit = (id: number, above: string): void => {
    const node = byId.get(id);
    if (!node) return;
    const folder = ownFolderOf(node.callFrame) ?? above;
    folders.set(id, folder);
    for (const child of node.children ?? []) visit(child, folder);
  };
  visit(nodes[0]?.id ?? 0, outside);
  return folders;
}

const add = (sums: Record<string, number>, name: string, ms: number): void => {
  sums[name] = (sums[name] ?? 0) + ms;
};

/** A sample at which a process worked. */
interface WorkSample {
  at: number;
  ms: number;
  part: string;
  folder: string;
}

/** Returns the samples of a profile at which the process worked. */
function workOf(profile: V8Profile): WorkSample[] {
  const partsOfNodes = new Map(profile.nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const folders = foldersOf(profile);
  let at = profile.startTime;
  return profile.samples.flatMap((node, index) => {
    const delta = profile.timeDeltas[index] ?? 0;
    at += delta;
    const part = partsOfNodes.get(node) ?? null;
    return part === null ? [] : [{ at, ms: delta / 1000, part, folder: folders.get(node) ?? outside }];
  });
}

/** Adds the work of a profile in a period. */
function addWork(samples: readonly WorkSample[], { start, end }: Period, work: Work): void {
  for (const { at, ms, part, folder } of samples) {
    if (at < start || at > end) continue;
    add(work.byPart, part, ms);
    add(work.byFolder, folder, ms);
  }
}

/** Reads the work of processes in periods from the profiles that V8 has written to a folder, all threads together. */
export function readProfiles(
  dir: string,
  processes: Processes,
  periods: Readonly<Record<string, Period>>,
): Record<string, WorkByProcess> {
  const work: Record<string, WorkByProcess> = {};
  const names = new Map(Object.entries(processes).map(([name, pid]) => [String(pid), name]));
  for (const file of readdirSync(dir)) {
    const name = names.get(file.split('.')[3] ?? '');
    if (name === undefined) continue;
    const samples = workOf(JSON.parse(readFileSync(join(dir, file), 'utf8')) as V8Profile);
    for (const [title, period] of Object.entries(periods))
      addWork(samples, period, ((work[title] ??= {})[name] ??= { byPart: {}, byFolder: {} }));
  }
  return work;
}
