import { measureApp } from '@pas/web/programs/measure-app';
import { sizeLimits } from '@pas/web/programs/size-limits';
import { atLeast, atMost, judge, type Comparison } from '../measure/judge.ts';
import type { AuditFigures } from './audit-pages.ts';

const findingsIn = ({ findings }: AuditFigures, category: string): number =>
  findings.filter((finding) => finding.category === category).length;

/** Compares the Lighthouse results of pages with their goals. */
export const compareAudits = (audits: readonly AuditFigures[]): Comparison[] =>
  audits.flatMap((audit) =>
    judge(
      [
        atLeast<AuditFigures>(90, `${audit.page}: performance`, ({ performance }) => performance),
        ...['accessibility', 'best-practices'].map((category) =>
          atMost<AuditFigures>(0, `${audit.page}: findings of ${category}`, (of) => findingsIn(of, category)),
        ),
      ],
      [audit],
      1,
    ),
  );

const kilobyte = 1000;

/** Compares the sizes of each built application with their limits, in kilobytes compressed by gzip. */
export async function compareSizes(): Promise<Comparison[]> {
  const apps = Object.entries(sizeLimits) as [keyof typeof sizeLimits, (typeof sizeLimits)['console']][];
  const compared = apps.map(async ([app, limit]) => {
    const { firstLoad, lazy } = await measureApp(app);
    const largest = Math.max(...Object.values(lazy));
    const goals = [
      atMost(limit.firstLoad / kilobyte, `${app}: first load, kB`, () => firstLoad / kilobyte),
      atMost(
        limit.lazy / kilobyte,
        `${app}: largest part that is loaded later, kB`,
        () => largest / kilobyte,
      ),
    ];
    return judge(goals, [app], 1);
  });
  return (await Promise.all(compared)).flat();
}
