import type { Browser, Page } from 'playwright-core';
import { enterConsole, type LogIn } from '@pas/testing/browser/sign-in';

/** The measured lists of the console, by their names in the navigation. */
export const consoleLists = ['Residents', 'Invites'] as const;
export type ConsoleList = (typeof consoleLists)[number];

/** Times after a click on a list, in milliseconds. */
export interface ListLatency {
  /** The end of the last answer of the API. */
  answered: number;
  /** The list is drawn and takes input. */
  usable: number;
}

/** The demo's list is measured before and after the large one. */
export type ListTimes = Readonly<Record<'demo' | 'load' | 'again', ListLatency>>;

/** Figures of one round. */
export type ListRound = Readonly<Record<ConsoleList, ListTimes>>;

/** Readers of the lists: the owner of a small company, and that of one with a million units. */
export interface Readers {
  demo: LogIn;
  load: LogIn;
}

/** Waits for background requests of a loaded page, which would delay the next click on two cores. */
async function settle(page: Page): Promise<void> {
  const loading = page.getByLabel('Loading', { exact: true });
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
}

/** Returns the script of the page. It measures from the next click until a row is drawn and the page takes input. */
const watchList = (list: ConsoleList): string => `globalThis.opening = new Promise((done) => {
  addEventListener('click', ({ timeStamp }) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('main table[aria-label="${list}"] tbody tr') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => {
        const usable = performance.now() - timeStamp;
        const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
        done({ usable, answered: Math.max(...answers.map(({ responseEnd }) => responseEnd)) - timeStamp });
      }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }, { capture: true, once: true });
}), undefined`;

/** Opens a list from the first page, without cached rows. */
async function openList(page: Page, url: string, list: ConsoleList): Promise<ListLatency> {
  await page.goto(url);
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: list, exact: true });
  await link.waitFor();
  await settle(page);
  await page.evaluate(watchList(list));
  await link.click();
  return page.evaluate<ListLatency>('globalThis.opening');
}

/** Measures the lists for both readers side by side; the first round fills the caches and is not counted. */
export async function measureLists(browser: Browser, readers: Readers, rounds: number): Promise<ListRound[]> {
  const enter = async (login: LogIn): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(120_000);
    await enterConsole(page, login);
    return page;
  };
  const [small, large] = [await enter(readers.demo), await enter(readers.load)];
  const { url } = readers.demo;
  const measure = async (list: ConsoleList): Promise<ListTimes> => ({
    demo: await openList(small, url, list),
    load: await openList(large, url, list),
    again: await openList(small, url, list),
  });
  const found: ListRound[] = [];
  for (let round = 0; round <= rounds; round += 1)
    found.push({ Residents: await measure('Residents'), Invites: await measure('Invites') });
  return found.slice(1);
}
