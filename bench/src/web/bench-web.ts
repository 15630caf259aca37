import { defineProgram } from '../measure/program.ts';
import type { WebFigures } from './audit-web.ts';
import type { WebListFigures } from './bench-web-lists.ts';

/** @throws Error without a Chromium */
function chromiumPath(): string {
  const { CHROMIUM_PATH: chromium = '' } = process.env;
  if (chromium === '') throw new Error('web needs a Chromium: install one, or set CHROMIUM_PATH.');
  return chromium;
}

// Lighthouse and the browser's driver take a while to load, and no other program needs them.
const audits = () => import('./audit-web.ts');
const lists = () => import('./bench-web-lists.ts');

export const web = defineProgram({
  summary: 'Lighthouse scores and sizes of the pages',
  defaults: { rounds: 3 },
  measure: async ({ rounds }) => (await audits()).auditWeb({ chromium: chromiumPath(), rounds }),
  format: async (figures: WebFigures) => (await audits()).formatWeb(figures),
});

export const webLists = defineProgram({
  summary: 'lists of the console for a company with a million units, compared with the demo',
  defaults: { rounds: 7 },
  measure: async ({ rounds }) => (await lists()).benchWebLists({ chromium: chromiumPath(), rounds }),
  format: async (figures: WebListFigures) => (await lists()).formatWebLists(figures),
});
