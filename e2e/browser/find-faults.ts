import { waitUntil } from '@pas/testing/wait-until';
import type { Page } from 'playwright-core';
import { settle } from './open-tabs.ts';
import type { Reader } from './reader.ts';

/** Measures how much wider than the window a page is, once its layout is stable. */
async function findOverflow(page: Page): Promise<string[]> {
  const measure = async (): Promise<number> =>
    Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  const fits = waitUntil(async () => (await measure()) <= 0, { what: 'the page to fit' });
  return fits.then(
    () => [],
    async () => [`${await measure()} pixels too wide`],
  );
}

/** Finds horizontal scrolling in a window of 320 pixels. It equals 1,280 pixels at 400 % (WCAG 2.2, 1.4.10). */
export async function findHorizontalScrolling(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const found = await findOverflow(page);
  if (before) await page.setViewportSize(before);
  return found;
}

/**
 * Finds the faults of a loaded page: barriers, messages of the browser's console, horizontal scrolling.
 *
 * @param since number of earlier messages, which belong to other pages
 * @param within a selector of the part that is checked for barriers
 */
export async function findFaults(reader: Reader, since = 0, within?: string): Promise<string[]> {
  const { page, complaints } = reader;
  await page.locator('h1').first().waitFor();
  await settle(page);
  let barriers = await reader.findBarriers(within);
  // A dialog that opens during the check has no name in its first frame. One that stays nameless fails `settle`.
  if (barriers.some((barrier) => barrier.startsWith('aria-dialog-name'))) {
    await settle(page);
    barriers = await reader.findBarriers(within);
  }
  return [...barriers, ...complaints.slice(since), ...(await findOverflow(page))];
}

/** A window of 1,280 pixels at 200 %, a phone, and a window of 1,280 pixels at 400 %. */
const windows = [
  { width: 640, height: 400 },
  { width: 400, height: 700 },
  { width: 320, height: 640 },
] as const;

/** Measures how much wider a page is than each of these windows. The last window size remains. */
export async function findOverflowInWindows(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const window of windows) {
    await page.setViewportSize(window);
    found.push(...(await findOverflow(page)).map((fault) => `${window.width} pixels: ${fault}`));
  }
  return found;
}

/**
 * Finds horizontal scrolling in each of these windows, and all other faults of a page in the narrowest one.
 *
 * @param since number of earlier messages, which belong to other pages
 */
export async function findFaultsInWindows(reader: Reader, since = 0): Promise<string[]> {
  await reader.page.locator('h1').first().waitFor();
  await settle(reader.page);
  return [...(await findOverflowInWindows(reader.page)), ...(await findFaults(reader, since))];
}
