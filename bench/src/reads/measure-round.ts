import { callOperations } from '../measure/call-closed-loop.ts';
import { countCallers } from '../measure/load-result.ts';
import { measureSlice, type Slice, type SliceRound } from '../measure/slice-costs.ts';
import type { BenchSystem } from '../system/run-system.ts';
import type { plainReads } from './plain-reads.ts';
import { loadPage, type ReadPath } from './read-paths.ts';

/** Subjects of a measurement. */
export interface MeasuredReads {
  system: BenchSystem;
  paths: readonly ReadPath[];
  plain: ReturnType<typeof plainReads>;
}

type Subject = 'plain' | 'plain again' | 'page' | 'crowd';

/** Names a slice, such as `Today, 20 callers`. */
export function titleOf({ title, callers }: ReadPath, subject: Subject): string {
  if (subject === 'page') return `${title}, alone`;
  return `${title}, ${subject === 'crowd' ? countCallers(callers) : subject}`;
}

/** Returns the processes of the system, and this one, which runs the plain queries. */
export const processesOf = ({ system }: Pick<MeasuredReads, 'system'>) => ({
  ...system.processes(),
  driver: process.pid,
});

/** Measures each page: the plain queries, one caller, many callers, and the plain queries again. */
export async function measureRound(
  { system, paths, plain }: MeasuredReads,
  { sliceMs }: { sliceMs: number },
): Promise<SliceRound> {
  const metered = { client: system.client, processes: processesOf({ system }) };
  const slices: Record<string, Slice> = {};
  for (const path of paths) {
    const query = plain[path.name];
    const readPlain = async () => {
      const start = performance.now();
      await query();
      return { status: 200, ms: performance.now() - start, text: '' };
    };
    const alone = { callers: 1, durationMs: sliceMs };
    const measurePlain = () => measureSlice(metered, () => callOperations(alone, readPlain));
    const measurePage = (callers: number) =>
      measureSlice(metered, () => callOperations({ ...alone, callers }, loadPage(path)));
    slices[titleOf(path, 'plain')] = await measurePlain();
    slices[titleOf(path, 'page')] = await measurePage(1);
    slices[titleOf(path, 'crowd')] = await measurePage(path.callers);
    slices[titleOf(path, 'plain again')] = await measurePlain();
  }
  return slices;
}
