import { measureApp } from '@pas/web/programs/measure-app';
import { sizeLimits } from '@pas/web/programs/size-limits';
import type { Comparison } from '../measure/judge.ts';

const kilobyte = 1000;

const judgeSize = (ratio: string, bytes: number, limit: number): Comparison => ({
  ratio,
  goal: `≤ ${limit / kilobyte}`,
  found: Math.round(bytes / kilobyte),
  verdict: bytes <= limit ? 'met' : 'missed',
});

/** Compares the sizes of each built application with their limits, in kilobytes compressed by gzip. */
export async function measureSizes(): Promise<Comparison[]> {
  const apps = Object.entries(sizeLimits) as [keyof typeof sizeLimits, (typeof sizeLimits)['console']][];
  const sizes = apps.map(async ([app, limit]) => {
    const { firstLoad, lazy } = await measureApp(app);
    return [
      judgeSize(`${app}: first load, kB`, firstLoad, limit.firstLoad),
      judgeSize(
        `${app}: largest part that is loaded later, kB`,
        Math.max(...Object.values(lazy)),
        limit.lazy,
      ),
    ];
  });
  return (await Promise.all(sizes)).flat();
}
