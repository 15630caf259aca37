import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { phone, signInToPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

const ground = { light: 'rgb(243, 245, 248)', dark: 'rgb(17, 19, 23)' } as const;

const groundOf = (page: Page): Promise<unknown> =>
  page.evaluate('getComputedStyle(document.body).backgroundColor');

describe.skipIf(hasNoBrowser)('light and dark', () => {
  const fixture = useBrowser();

  /** Chooses a scheme in the menu of the account. */
  async function choose(page: Page, name: string): Promise<void> {
    await page.getByRole('banner').getByRole('button').last().press('Enter');
    await page.getByRole('menuitemradio', { name }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('menuitemradio', { name }).press('Enter');
  }

  test('the menu of the account sets the scheme of the console; by default it is the system’s', async () => {
    const page = await signInToConsole(fixture);
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await groundOf(page)).toBe(ground.light);
    await choose(page, 'Dark');
    await expect.poll(() => groundOf(page)).toBe(ground.dark);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await groundOf(page)).toBe(ground.dark);
    await choose(page, 'System');
    await expect.poll(() => groundOf(page)).toBe(ground.light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => groundOf(page)).toBe(ground.dark);
    // Printers have white paper.
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(`getComputedStyle(document.querySelector('h1')).color`)).toBe(
      'rgb(28, 31, 38)',
    );
    expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false);
    expect(fixture.reader.complaints).toEqual([]);
  });

  test('the settings of the portal set its scheme, which shows before the scripts have loaded', async () => {
    const { page } = await signInToPortal(fixture, phone);
    await page.getByRole('link', { name: 'Settings' }).press('Enter');
    await page.getByLabel('Appearance').selectOption('Dark');
    expect(await groundOf(page)).toBe(ground.dark);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.route('**/assets/*.js', (route) => route.abort());
    const { consoleUrl, residentUrl } = fixture.system.local;
    for (const url of [residentUrl, consoleUrl]) {
      await page.goto(url);
      await expect.poll(() => groundOf(page)).toBe(ground.dark);
    }
    const aborted = (text: string): boolean => text.includes('net::ERR_FAILED');
    expect(fixture.reader.complaints.filter((text) => !aborted(text))).toEqual([]);
  });
});
