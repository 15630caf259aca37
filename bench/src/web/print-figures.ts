import { formatTable } from '../measure/format-table.ts';
import { formatFindings } from '@pas/testing/browser/audit-page';
import type { AuditFigures } from './audit-pages.ts';
import type { WebFigures } from './bench-web.ts';

type PrintedFigures = Pick<WebFigures, 'loadAverage' | 'audits' | 'comparisons'>;

const whole = (figure: number | undefined): string => figure?.toFixed(0) ?? '–';

const printAudits = (audits: readonly AuditFigures[]): string =>
  formatTable(
    ['page', 'on a', 'performance', 'first · largest paint, ms', 'blocked, ms', 'layout shift', 'findings'],
    audits.map(({ page, device, performance, scores, metrics, findings }) => [
      page,
      device,
      `${performance} (${Math.min(...scores)} to ${Math.max(...scores)})`,
      `${whole(metrics['firstPaintMs'])} · ${whole(metrics['largestPaintMs'])}`,
      whole(metrics['blockedMs']),
      metrics['layoutShift']?.toFixed(3) ?? '–',
      String(findings.length),
    ]),
  );

const printGoals = ({ comparisons }: PrintedFigures): string =>
  formatTable(
    ['web', 'goal', 'found', 'verdict'],
    comparisons.map(({ ratio, goal, found, verdict }) => [ratio, goal, String(found ?? '–'), verdict]),
  );

/** Formats a run's figures beside their goals. */
export function printWebFigures(figures: PrintedFigures): string {
  const { loadAverage: load, audits } = figures;
  const findings = audits.flatMap(({ page, findings: some }) =>
    formatFindings(some).map((line) => `${page}: ${line}`),
  );
  return [
    `load average ${load.before} to ${load.after}`,
    '',
    printAudits(audits),
    ...(findings.length > 0 ? ['', ...findings] : []),
    '',
    printGoals(figures),
  ].join('\n');
}
