import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import type { Page } from 'playwright-core';
import type { BrowserFixture } from './use-browser.ts';

const built = join(import.meta.dirname, '../../apps/docs/dist');

/** Lists the paths of all pages of the built documentation site. */
export const docsPages = (): string[] =>
  readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => `/docs/${file.replace(/(index)?\.html$/, '')}`);

/** Runs in the page: the number of main headings, and the width beyond the window in pixels. */
const readShape = `({
  headings: document.querySelectorAll('h1').length,
  overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
})`;

/** Opens a page of the site, and waits until its scripts run. */
export async function openDocs(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const hasStarted = (): Promise<boolean> => page.evaluate('"__vue_app__" in document.querySelector("#app")');
  await waitUntil(hasStarted, { what: 'the scripts of the page' });
}

/** The flaws of a page. */
interface Flaws {
  path: string;
  headings: number;
  overflow: number;
  barriers: readonly string[];
  complaints: readonly string[];
  /** Requests to other origins. */
  foreign: readonly string[];
}

/** Reads the headings, the horizontal scroll, the barriers and the requests of the open page. */
export async function findFlaws(page: Page, { reader }: BrowserFixture): Promise<Flaws> {
  const shape = await page.evaluate<Pick<Flaws, 'headings' | 'overflow'>>(readShape);
  const { origin, pathname: path } = new URL(page.url());
  const barriers = await reader.findBarriers();
  const foreign = reader.requests.filter((url) => !url.startsWith(`${origin}/`));
  return { path, ...shape, barriers, complaints: reader.complaints, foreign };
}

/** Returns the result for a page without flaws. */
export const flawless = (path: string): Flaws => ({
  path,
  headings: 1,
  overflow: 0,
  barriers: [],
  complaints: [],
  foreign: [],
});
