import { loadTenant } from '@pas/tools/local-system/demo/load/load-tenant';
import { chromium as browsers } from 'playwright-core';
import { atMost, judge, twoPlaces, type Goal } from '../measure/judge.ts';
import { median } from '../measure/median.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import { onSystem } from '../system/run-system.ts';
import type { BenchWeb } from './audit-web.ts';
import {
  consoleLists,
  measureLists,
  type ConsoleList,
  type ListRound,
  type ListLatency,
} from './measure-lists.ts';

/** Figures of a run. */
export interface WebListFigures extends JudgedFigures {
  rounds: number;
  /** Medians in milliseconds. */
  times: Record<ConsoleList, { demo: ListLatency; load: ListLatency }>;
}

const goals: readonly Goal<ListRound>[] = consoleLists.map((list) =>
  atMost(
    1.2,
    `${list}, of a company with 1,000,000 units / of the demo's`,
    ({ [list]: { demo, load, again } }) => (2 * load.usable) / (demo.usable + again.usable),
  ),
);

/** Returns the medians of several latencies. */
const middleOf = (latencies: readonly ListLatency[]): ListLatency => ({
  answered: Math.round(median(latencies.map(({ answered }) => answered))),
  usable: Math.round(median(latencies.map(({ usable }) => usable))),
});

const timesOf = (rounds: readonly ListRound[], list: ConsoleList) => ({
  demo: middleOf(rounds.flatMap(({ [list]: { demo, again } }) => [demo, again])),
  load: middleOf(rounds.map(({ [list]: { load } }) => load)),
});

/** Starts a system with a million units beside the demo, and opens lists of the console in both. */
export const benchWebLists = ({ chromium, rounds: count }: BenchWeb): Promise<WebListFigures> =>
  onSystem(
    async ({ local }) => {
      const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox'] });
      try {
        const demo = { ...local.staff, url: local.consoleUrl };
        const load = { ...demo, email: loadTenant.owner.email };
        const rounds = await measureLists(browser, { demo, load }, count);
        // Two measurements of the demo's lists.
        const own = rounds.flatMap((round) =>
          consoleLists.map((list) => round[list].demo.usable / round[list].again.usable),
        );
        const selfRatio = twoPlaces(median(own));
        return {
          rounds: count,
          times: { Residents: timesOf(rounds, 'Residents'), Invites: timesOf(rounds, 'Invites') },
          selfRatio,
          comparisons: judge(goals, rounds, selfRatio),
        };
      } finally {
        await browser.close();
      }
    },
    { profile: 'load' },
  );

/** Formats the figures of a run. */
export const formatWebLists = ({ rounds, times }: WebListFigures): string[] => [
  `${rounds} rounds`,
  formatTable<ConsoleList>(
    [
      ['from the click, ms', (list) => list],
      ['demo: last answer', (list) => times[list].demo.answered, 0],
      ['demo: usable', (list) => times[list].demo.usable, 0],
      ['1,000,000 units: last answer', (list) => times[list].load.answered, 0],
      ['1,000,000 units: usable', (list) => times[list].load.usable, 0],
    ],
    consoleLists,
  ),
];
