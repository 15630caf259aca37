import type { Comparison } from '../measure/judge.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { auditPages, type AuditFigures } from './audit-pages.ts';
import { closedPages, openPages, signInToDemo } from './demo-pages.ts';
import { judgeAudits } from './judge-audits.ts';
import { measureSizes } from './measure-sizes.ts';
import { runChromium } from '@pas/testing/browser/run-chromium';

/** Options of a run. */
export interface BenchWeb {
  /** The path of a Chromium. */
  chromium: string;
  rounds: number;
}

/** Figures of a run. */
export interface WebFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  audits: AuditFigures[];
  comparisons: Comparison[];
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
export async function benchWeb(options: BenchWeb): Promise<WebFigures> {
  const demo = await runSystem({ profile: 'demo' });
  try {
    const before = loadAverage();
    const audits = await auditSystem(demo, options);
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      loadAverage: { before, after: loadAverage() },
      audits,
      comparisons: [...judgeAudits(audits), ...(await measureSizes())],
    };
  } finally {
    await demo.stop();
  }
}
