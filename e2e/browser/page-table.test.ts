import { drillSize } from '@pas/testing/drill-size';
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
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** A window of 640 pixels has as much room as 1,280 pixels at 200 %. */
const screen: BrowserContextOptions = { viewport: { width: 640, height: 400 }, reducedMotion: 'reduce' };

const schemes = ['light', 'dark'] as const;

/** Pairs pages with a colour scheme: alternately in the default run, with each one in the long run. */
const inSchemes = <Visit>(pages: readonly Visit[]): (Visit & { colorScheme: (typeof schemes)[number] })[] =>
  Array.from({ length: drillSize({ short: 1, long: schemes.length }) }, (_, turn) =>
    pages.map((page, index) => {
      return { ...page, colorScheme: (index + turn) % 2 === 0 ? schemes[0] : schemes[1] };
    }),
  ).flat();

/** Removes refusals that are part of a page, such as for a deleted door in the feed. */
const others = (faults: readonly string[]): string[] =>
  faults.filter((fault) => !/responded with a status of 4\d\d/.test(fault));

describe.skipIf(hasNoBrowser)('a separate company with long words', () => {
  const fixture = useBrowser();
  let house: House;
  beforeAll(async () => {
    const { local } = fixture.system;
    const { id: organizationId } = organizationOf(loadTenant);
    const { key } = await createCompany(local, { name: loadTenant.name, organizationId });
    const landlord = { key, owner: loadTenant.owner.email, otherKey: local.apiKey };
    house = await fillHouse(fixture, longTexts, landlord);
  });

  describe('no barriers, browser messages or sideways scrolling at 200 %, on a phone and at 400 %', () => {
    /** Opens one page after the other in alternating colour schemes, and returns the faults by page name. */
    async function findAll(
      pages: readonly { name: string; url: string; isRefusal?: boolean }[],
    ): Promise<Record<string, string[]>> {
      const faults: Record<string, string[]> = {};
      const { reader } = fixture;
      for (const { name, url, isRefusal = true, colorScheme } of inSchemes(pages)) {
        const since = reader.complaints.length;
        await reader.page.emulateMedia({ colorScheme });
        await reader.page.goto(url);
        const found = await findFaultsInWindows(reader, since);
        await openTabs(reader.page, async (tab) => {
          found.push(...(await findFaults(reader, since)).map((fault) => `${tab}: ${fault}`));
        });
        const meant = isRefusal ? others(found) : found;
        if (meant.length > 0) faults[`${name}, ${colorScheme}`] = meant;
      }
      return faults;
    }

    test('on every page of the console, with each tab of its drawer', async () => {
      await fixture.open({ ...screen, storageState: await takeSession(fixture, house.landlord.owner) });
      const { consoleUrl } = fixture.system.local;
      const pages = consoleTable.map(({ name, path }) => ({ name, url: consoleUrl + path(house) }));
      expect(await findAll(pages)).toEqual({});
    });

    test('in the navigation of a phone, whose pages are those of the table', async () => {
      const storageState = await takeSession(fixture, house.landlord.owner);
      const page = await fixture.open({ ...screen, storageState });
      await page.goto(fixture.system.local.consoleUrl);
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
      await links.first().waitFor();
      expect(others(await findFaultsInWindows(fixture.reader))).toEqual([]);
      const names = consoleTable.map(({ name }) => name);
      expect((await links.allTextContents()).filter((name) => !names.includes(name))).toEqual([]);
    });

    test('on every page of the portal', async () => {
      const page = await fixture.open(screen);
      const { residentUrl } = fixture.system.local;
      await page.goto(residentUrl);
      await enterPortal(page, house.email);
      const pages = portalTable.map(({ name, path }) => ({ name, url: residentUrl + path(house) }));
      expect(await findAll(pages.map((each) => ({ ...each, isRefusal: false })))).toEqual({});
      const tabs = await page.getByRole('navigation').getByRole('link').allTextContents();
      expect(tabs).toHaveLength(portalTable.filter(({ name }) => name !== 'an incoming call').length);
    });

    test('on every public page', async () => {
      await fixture.open(screen);
      const { local } = fixture.system;
      const pages = openTable.map(({ url, isRefusal = false, ...page }) => {
        return { ...page, isRefusal, url: url(local, house) };
      });
      expect(await findAll(pages)).toEqual({});
    });
  });
});
