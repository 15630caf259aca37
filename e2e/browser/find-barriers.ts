import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Runs in the page: one line for each finding. What is right is not reported, which is most of the work.
 * A frame is no part of our pages: it holds a mail. */
const findViolations = `axe.run(document, { resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`;

/** What axe-core finds wrong with a page as it is now, as one line for each finding. */
export async function findBarriers(page: Page): Promise<string[]> {
  // A document has the checker once; a new document has none.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(findViolations);
}
