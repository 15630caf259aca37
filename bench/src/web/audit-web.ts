import { formatFindings } from '@pas/testing/browser/audit-page';
import { runChromium } from '@pas/testing/browser/run-chromium';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import { auditPages, type AuditFigures } from './audit-pages.ts';
import { compareAudits, compareSizes } from './compare.ts';
import { closedPages, openPages, signInToDemo } from './demo-pages.ts';

/** Options of a run. */
export interface BenchWeb {
  /** The path of a Chromium. */
  chromium: string;
  rounds: number;
}

/** Figures of a run. */
export interface WebFigures extends JudgedFigures {
  audits: AuditFigures[];
}

/** Audits the pages of a system with a demo: first those without a session. */
async function auditSystem(system: BenchSystem, { chromium, rounds }: BenchWeb): Promise<AuditFigures[]> {
  const browser = await runChromium(chromium);
  try {
    const { port } = browser;
    const open = await auditPages(await openPages(system), { port, rounds });
    await browser.steer((page) => signInToDemo(page, system));
    const closed = await auditPages(await closedPages(system), { port, rounds });
    return [...closed, ...open];
  } finally {
    browser.stop();
  }
}

/** Starts a system with the demo, and audits its pages. */
export async function auditWeb(options: BenchWeb): Promise<WebFigures> {
  const audits = await onSystem((system) => auditSystem(system, options), { profile: 'demo' });
  return { audits, comparisons: [...compareAudits(audits), ...(await compareSizes())] };
}

/** Formats the figures of a run. */
export function formatWeb({ audits }: WebFigures): string[] {
  const findings = audits.flatMap(({ page, findings: found }) =>
    formatFindings(found).map((line) => `${page}: ${line}`),
  );
  const table = formatTable<AuditFigures>(
    [
      ['page', ({ page }) => page],
      ['on a', ({ device }) => device],
      ['performance', ({ performance }) => performance, 0],
      ['scores', ({ scores }) => `${Math.min(...scores)} to ${Math.max(...scores)}`],
      ['first paint, ms', ({ metrics }) => metrics['firstPaintMs'], 0],
      ['largest paint, ms', ({ metrics }) => metrics['largestPaintMs'], 0],
      ['blocked, ms', ({ metrics }) => metrics['blockedMs'] ?? 0, 0],
      ['layout shift', ({ metrics }) => metrics['layoutShift'] ?? 0, 3],
      ['findings', ({ findings: found }) => found.length, 0],
    ],
    audits,
  );
  return findings.length > 0 ? [table, findings.join('\n')] : [table];
}
