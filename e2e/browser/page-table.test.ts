import { loadTenant } from '@pas/tools/local-system/demo/load/load-tenant';
import { organizationOf } from '@pas/tools/local-system/demo/people';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCompany } from '../client/new-company.ts';
import { findFaults, findFaultsInWindows } from './find-faults.ts';
import { fillHouse, longTexts, type House } from './house/fill-house.ts';
import { consoleTable, openTable, portalTable } from './house/page-table.ts';
import { openTabs } from './open-tabs.ts';
import { takeSession } from './sign-in-to-console.ts';
import { enterPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useDesk } from './use-desk.ts';

/** A window of 640 pixels has as much room as one of 1,280 at 200 %. */
const screen: BrowserContextOptions = { viewport: { width: 640, height: 400 }, reducedMotion: 'reduce' };

/** Faults without the refusals that a page is about, such as that of a door of the feed that was deleted since. */
const others = (faults: readonly string[]): string[] =>
  faults.filter((fault) => !/responded with a status of 4\d\d/.test(fault));

describe.skipIf(hasNoBrowser)('a company with long words, in which nobody else works', () => {
  const desk = useDesk();
  let house: House;
  beforeAll(async () => {
    const { local } = desk.system;
    const { id: organizationId } = organizationOf(loadTenant);
    const { key } = await createCompany(local, { name: loadTenant.name, organizationId });
    const landlord = { key, owner: loadTenant.owner.email, otherKey: local.apiKey };
    house = await fillHouse(desk, longTexts, landlord);
  });

  describe('no barrier, no message of the browser, and no sideways scrolling at 200 %, on a phone and at 400 %', () => {
    /** Opens one page after the other, and gives the faults of each by its name. */
    async function findAll(
      pages: readonly { name: string; url: string; isRefusal?: boolean }[],
    ): Promise<Record<string, string[]>> {
      const faults: Record<string, string[]> = {};
      const { reader } = desk;
      for (const { name, url, isRefusal = true } of pages) {
        const since = reader.complaints.length;
        await reader.page.goto(url);
        const found = await findFaultsInWindows(reader, since);
        await openTabs(reader.page, async (tab) => {
          found.push(...(await findFaults(reader, since)).map((fault) => `${tab}: ${fault}`));
        });
        const meant = isRefusal ? others(found) : found;
        if (meant.length > 0) faults[name] = meant;
      }
      return faults;
    }

    test('on every page of the console, with each tab of its drawer', async () => {
      await desk.open({ ...screen, storageState: await takeSession(desk, house.landlord.owner) });
      const { consoleUrl } = desk.system.local;
      const pages = consoleTable.map(({ name, path }) => ({ name, url: consoleUrl + path(house) }));
      expect(await findAll(pages)).toEqual({});
    });

    test('in the navigation of a phone; its pages are those of the table', async () => {
      const storageState = await takeSession(desk, house.landlord.owner);
      const page = await desk.open({ ...screen, storageState });
      await page.goto(desk.system.local.consoleUrl);
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
      await links.first().waitFor();
      expect(others(await findFaultsInWindows(desk.reader))).toEqual([]);
      const names = consoleTable.map(({ name }) => name);
      expect((await links.allTextContents()).filter((name) => !names.includes(name))).toEqual([]);
    });

    test('on every page of the portal', async () => {
      const page = await desk.open(screen);
      const { residentUrl } = desk.system.local;
      await page.goto(residentUrl);
      await enterPortal(page, house.email);
      const pages = portalTable.map(({ name, path }) => ({ name, url: residentUrl + path(house) }));
      expect(await findAll(pages.map((each) => ({ ...each, isRefusal: false })))).toEqual({});
      const tabs = await page.getByRole('navigation').getByRole('link').allTextContents();
      expect(tabs).toHaveLength(portalTable.filter(({ name }) => name !== 'somebody rings').length);
    });

    test('on every page that is open to all', async () => {
      await desk.open(screen);
      const { local } = desk.system;
      const pages = openTable.map(({ url, isRefusal = false, ...page }) => {
        return { ...page, isRefusal, url: url(local, house) };
      });
      expect(await findAll(pages)).toEqual({});
    });
  });
});
