import { drillSize } from '@pas/testing/drill-size';
import { loadTenant } from '@pas/tools/local-system/demo/load/load-tenant';
import { organizationOf } from '@pas/tools/local-system/demo/people';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../client/http-call.ts';
import { createCompany } from '../client/new-company.ts';
import { findFaults, findFaultsInWindows } from './find-faults.ts';
import { fillHouse, roughTexts, type House } from './house/fill-house.ts';
import { listTextFields } from './house/list-text-fields.ts';
import { consoleTable, openTable, portalTable } from './house/page-table.ts';
import { openTabs } from './open-tabs.ts';
import { signInToConsole, takeSession } from './sign-in-to-console.ts';
import { enterPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** Fields that accept text by their description but store none, each with the reason. */
const notKept: Readonly<Record<string, string>> = {
  'access holders[].phone': 'a phone number',
  'auth challengeId': 'the id of a challenge',
  'auth identityToken': 'a token',
  'auth inviteToken': 'a token',
  'auth phone': 'a phone number',
  'auth refreshToken': 'a token',
  'auth token': 'a token',
  'api-keys reports[].token': 'a token',
  'api-keys reports[].url': 'an address',
  'api-keys scopes[]': 'the name of a scope',
  'imports planHash': 'the hash of a plan',
  'me challengeId': 'the id of a challenge',
  'me credential.response.transports[]': 'the name of a transport',
  'me locale': 'a language',
  'me phone': 'a phone number',
  'onboarding inviteePhone': 'a phone number',
  'onboarding locale': 'a language',
  'onboarding token': 'a token',
  'passes holders[].phone': 'a phone number',
  'properties locale': 'a language',
  'properties timeZone': 'the name of a time zone',
  'registration firstName': 'the same as auth firstName',
  'registration identityToken': 'a token',
  'registration inviteToken': 'a token',
  'registration lastName': 'the same as auth lastName',
  'registration phone': 'a phone number',
  'registration refreshToken': 'a token',
  'tenants settings.timeZone': 'the name of a time zone',
  'units phone': 'a phone number',
  'users locale': 'a language',
  'users phone': 'a phone number',
  'virtual-numbers number': 'a phone number',
  'webhook-endpoints url': 'an address',
};

/** Finds the elements that a text inserted as markup would create. */
async function findMadeElements(page: Page): Promise<string[]> {
  const script = `document.querySelectorAll('img[onerror], svg[onload]').length`;
  const made = Number(await page.evaluate(script));
  return made === 0 ? [] : [`${made} elements were made of texts`];
}

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

describe.skipIf(hasNoBrowser)('a company whose texts are long words that could run as scripts', () => {
  const fixture = useBrowser();
  let house: House;
  beforeAll(async () => {
    const { local } = fixture.system;
    const { id: organizationId } = organizationOf(loadTenant);
    const { key } = await createCompany(local, { name: loadTenant.name, organizationId });
    const landlord = { key, owner: loadTenant.owner.email, otherKey: local.apiKey };
    house = await fillHouse(fixture, roughTexts, landlord);
  });

  test('each stored text field has a row with such a text', () => {
    const missing = listTextFields(roughTexts.other).filter(
      (field) => !house.fields.has(field) && notKept[field] === undefined,
    );
    expect(missing).toEqual([]);
  });

  describe('no running texts, barriers, browser messages or horizontal scrolling at 200 %, on a phone and at 400 %', () => {
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
          const inDrawer = await findFaults(reader, since, '[role="dialog"]');
          found.push(...inDrawer.map((fault) => `${tab}: ${fault}`));
          found.push(...(await findMadeElements(reader.page)));
        });
        found.push(...(await findMadeElements(reader.page)));
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

  test('the texts appear as plain text', async () => {
    const { one, other } = roughTexts;
    const path = `/residents/${house.userId}`;
    const page = await signInToConsole(fixture, path, { email: house.landlord.owner });
    await page.getByRole('heading', { name: `${one} ${other}`, level: 1 }).waitFor();
    expect(await page.getByText(one).count()).toBeGreaterThan(0);
  });

  test('the address of an alert recipient appears as plain text', async () => {
    const page = await signInToConsole(fixture, '/settings', { email: house.landlord.owner });
    await page.getByRole('listitem').getByText(roughTexts.email, { exact: true }).waitFor();
    await page.getByRole('button', { name: `Remove ${roughTexts.email}` }).click();
    await page.getByRole('dialog', { name: `Remove ${roughTexts.email}?` }).waitFor();
    expect([...others(fixture.reader.complaints), ...(await findMadeElements(page))]).toEqual([]);
  });

  test('an export with them downloads as a file instead of opening as a page', async () => {
    const { gatewayUrl } = fixture.system.local;
    for (const path of ['/audit/export', `/imports/${house.importId}/errors.csv`]) {
      const { status, headers, text } = await call(`${gatewayUrl}/api/admin${path}`, {
        bearer: house.landlord.key,
      });
      expect([path, status, text.includes('onerror=')]).toEqual([path, 200, true]);
      expect(headers['content-disposition']).toMatch(/^attachment/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-type']).not.toMatch(/html|xml/);
    }
  });
});
