import type { Comparison } from '../measure/judge.ts';
import type { AuditFigures } from './audit-pages.ts';

const leastPerformance = 90;

const findingsIn = ({ findings }: AuditFigures, category: string): number =>
  findings.filter((finding) => finding.category === category).length;

/** Compares the Lighthouse results of pages with their goals. */
export function judgeAudits(audits: readonly AuditFigures[]): Comparison[] {
  return audits.flatMap((audit): Comparison[] => [
    {
      ratio: `${audit.page}: performance`,
      goal: `≥ ${leastPerformance}`,
      found: audit.performance,
      verdict: audit.performance >= leastPerformance ? 'met' : 'missed',
    },
    ...['accessibility', 'best-practices'].map((category): Comparison => {
      const found = findingsIn(audit, category);
      return {
        ratio: `${audit.page}: findings of ${category}`,
        goal: '≤ 0',
        found,
        verdict: found === 0 ? 'met' : 'missed',
      };
    }),
  ]);
}
