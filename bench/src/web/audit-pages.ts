import { median } from '../measure/median.ts';
import { medians } from '../measure/medians.ts';
import { auditPage, type AuditedPage, type Finding } from '@pas/testing/browser/audit-page';

/** Figures of several audits of one page. */
export interface AuditFigures {
  page: string;
  device: AuditedPage['device'];
  /** The median of the scores, from 0 to 100, and each of them. */
  performance: number;
  scores: number[];
  /** Medians. */
  metrics: Record<string, number>;
  /** Findings of the last audit. */
  findings: Finding[];
}

/** Audits each page several times, one round after the other. */
export async function auditPages(
  pages: readonly AuditedPage[],
  { port, rounds }: { port: number; rounds: number },
): Promise<AuditFigures[]> {
  const found = pages.map((page) => ({ page, audits: [] as Awaited<ReturnType<typeof auditPage>>[] }));
  for (let round = 0; round < rounds; round += 1)
    for (const { page, audits } of found) audits.push(await auditPage(page, { port, hasPerformance: true }));
  return found.map(({ page: { name, device }, audits }) => {
    const scores = audits.map(({ performance }) => performance ?? NaN);
    return {
      page: name,
      device,
      performance: median(scores),
      scores,
      metrics: medians(audits.map(({ metrics }) => metrics)),
      findings: audits.at(-1)?.findings ?? [],
    };
  });
}
