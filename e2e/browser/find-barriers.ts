import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Runs in the page and answers one line per violation. Passed rules are left out: they are most of the work. Frames are
 * left out: the only one holds a mail.
 */
const findViolations = `axe.run(document, { resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`;

/** The violations that axe-core finds on a page as it is now, one line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  // A document has the checker once; a new document has none.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(findViolations);
}
