import { loadTenant } from '@pas/tools/local-system/demo/load/load-tenant';
import { chromium as browsers } from 'playwright-core';
import { judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import { median } from '../measure/median.ts';
import { runSystem } from '../system/run-system.ts';
import type { BenchWeb } from './bench-web.ts';
import { consoleLists, measureLists, type ConsoleList, type ListRound } from './measure-lists.ts';

/** Figures of a run. */
export interface WebListFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  rounds: number;
  /** Medians in milliseconds. */
  times: Record<ConsoleList, { demo: number; load: number }>;
  /** Ratio of two measurements of the demo's lists. */
  selfRatio: number;
  comparisons: Comparison[];
}

const limit = 1.2;

const goals: readonly Goal<ListRound>[] = consoleLists.map((list) => ({
  ratio: `${list}, of a company with 1,000,000 units / of the demo's`,
  limit,
  isCeiling: true,
  of: ({ [list]: { demo, load, again } }) => (2 * load) / (demo + again),
}));

const timesOf = (rounds: readonly ListRound[], list: ConsoleList) => ({
  demo: Math.round(median(rounds.flatMap(({ [list]: { demo, again } }) => [demo, again]))),
  load: Math.round(median(rounds.map(({ [list]: { load } }) => load))),
});

/** Starts a system with a million units beside the demo, and opens lists of the console in both. */
export async function benchWebLists({ chromium, rounds: count }: BenchWeb): Promise<WebListFigures> {
  const system = await runSystem({ profile: 'load' });
  const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox'] });
  try {
    const { consoleUrl: url, staff } = system.local;
    const demo = { ...staff, url };
    const load = { ...demo, email: loadTenant.owner.email };
    const before = loadAverage();
    const rounds = await measureLists(browser, { demo, load }, count);
    const own = rounds.flatMap((round) => consoleLists.map((list) => round[list].demo / round[list].again));
    const selfRatio = twoPlaces(median(own));
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      loadAverage: { before, after: loadAverage() },
      rounds: count,
      times: { Residents: timesOf(rounds, 'Residents'), Invites: timesOf(rounds, 'Invites') },
      selfRatio,
      comparisons: judge(goals, rounds, selfRatio),
    };
  } finally {
    await browser.close();
    await system.stop();
  }
}
