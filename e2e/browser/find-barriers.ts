import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Runs in the page and returns one line for each violation. Skips the details of passed rules, which take most of the
 * time, and frames. The only frame shows a mail.
 */
const findViolations = `axe.run(document, { resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`;

/** Returns the violations that axe-core finds on the page, one line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Each new document loads axe-core once.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(findViolations);
}
