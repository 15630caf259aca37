import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Returns a script that runs in the page and returns one line for each violation. It skips the details of passed rules,
 * which take most of the time, and frames. The only frame shows a mail.
 */
const findViolations = (within: string): string =>
  `axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`;

/**
 * Returns the violations that axe-core finds on the page, one line each.
 *
 * @param within a selector of the part that is checked
 */
export async function findBarriers(page: Page, within = 'html'): Promise<string[]> {
  // Each new document loads axe-core once.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(findViolations(within));
}
