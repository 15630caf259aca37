import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFaults, findFaultsInWindows } from './find-faults.ts';
import { fillHouse, longTexts, type House } from './house/fill-house.ts';
import { consoleTable, openTable, portalTable } from './house/page-table.ts';
import { openTabs } from './open-tabs.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { enterPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useDesk } from './use-desk.ts';

/** A screen on which a window of 640 pixels is one of 1,280 at 200 %. */
const screen: BrowserContextOptions = {
  viewport: { width: 640, height: 400 },
  deviceScaleFactor: 2,
  reducedMotion: 'reduce',
};

/** Faults without the refusals that a page is about, such as that of a door of the feed that was deleted since. */
const others = (faults: readonly string[]): string[] =>
  faults.filter((fault) => !/responded with a status of 4\d\d/.test(fault));

describe.skipIf(hasNoBrowser)('with long words, at 200 %, on a phone and at 400 %', () => {
  const desk = useDesk();
  let house: House;
  let staff: NonNullable<BrowserContextOptions['storageState']>;

  beforeAll(async () => {
    house = await fillHouse(desk, longTexts);
    const page = await signInToConsole(desk);
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    staff = await page.context().storageState();
  });
  afterAll(() => house.restore());

  describe('a page of the console has no barrier, no message of the browser, and no sideways scrolling', () => {
    test.each(consoleTable)('$name', async ({ path }) => {
      const page = await desk.open({ ...screen, storageState: staff });
      await page.goto(desk.system.local.consoleUrl + path(house));
      const found = await findFaultsInWindows(desk.reader);
      await openTabs(page, async (tab) => {
        found.push(...(await findFaults(desk.reader)).map((fault) => `${tab}: ${fault}`));
      });
      // An address of nothing is answered as such.
      expect(others(found)).toEqual([]);
    });

    test('the navigation of a phone; its pages are those of the table', async () => {
      const page = await desk.open({ ...screen, storageState: staff });
      await page.goto(desk.system.local.consoleUrl);
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
      await links.first().waitFor();
      expect(others(await findFaultsInWindows(desk.reader))).toEqual([]);
      const names = consoleTable.map(({ name }) => name);
      expect((await links.allTextContents()).filter((name) => !names.includes(name))).toEqual([]);
    });
  });

  test('no page of the portal has a barrier, a message of the browser, or sideways scrolling', async () => {
    const page = await desk.open(screen);
    const { residentUrl } = desk.system.local;
    await page.goto(residentUrl);
    await enterPortal(page, house.email);
    const faults: Record<string, string[]> = {};
    for (const { name, path } of portalTable) {
      await page.goto(residentUrl + path(house));
      const found = await findFaultsInWindows(desk.reader);
      if (found.length > 0) faults[name] = found;
    }
    const tabs = await page.getByRole('navigation').getByRole('link').allTextContents();
    expect(tabs).toHaveLength(portalTable.filter(({ name }) => name !== 'somebody rings').length);
    expect(faults).toEqual({});
  });

  describe('an open page has no barrier, no message of the browser, and no sideways scrolling', () => {
    test.each(openTable)('$name', async ({ url, isRefusal = false, shows = 'h1' }) => {
      const page = await desk.open(screen);
      await page.goto(url(desk.system.local, house));
      await page.locator(shows).first().waitFor();
      const found = await findFaultsInWindows(desk.reader);
      expect(isRefusal ? others(found) : found).toEqual([]);
    });
  });
});
