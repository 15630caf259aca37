import { demoTenants } from '@pas/tools/local-system/demo/buildings';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../client/http-call.ts';
import { canaries, fillHouse, type House } from './house/fill-house.ts';
import { listTextFields } from './house/list-text-fields.ts';
import { consoleTable, openTable, portalTable } from './house/page-table.ts';
import { openTabs, settle } from './open-tabs.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { enterPortal, phone } from './sign-in-to-portal.ts';
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

/** Runs in the page: counts the elements that a text inserted as markup would create. */
const madeElements = `document.querySelectorAll('img[onerror], svg[onload]').length`;

describe.skipIf(hasNoBrowser)('texts that could run as scripts, in every text field', () => {
  const fixture = useBrowser();
  let house: House;

  beforeAll(async () => {
    const { secondTenantApiKey: key, apiKey: otherKey } = fixture.system.local;
    house = await fillHouse(fixture, canaries, { key, owner: demoTenants[1]?.owner.email ?? '', otherKey });
  });
  afterAll(() => house.restore());

  /** Returns the browser's messages about the open page, without refused answers. */
  async function hear(page: Page, since: number): Promise<string[]> {
    await page.locator('h1').first().waitFor();
    await settle(page);
    const made = Number(await page.evaluate(madeElements));
    const heard = fixture.reader.complaints.slice(since).filter((text) => !/status of 4\d\d/.test(text));
    return made === 0 ? heard : [...heard, `${made} elements were made of texts`];
  }

  /** Opens addresses one after the other, with each tab of their drawer. */
  async function openAll(page: Page, addresses: readonly (readonly [string, string])[]): Promise<object> {
    const complaints: Record<string, string[]> = {};
    for (const [name, address] of addresses) {
      const since = fixture.reader.complaints.length;
      await page.goto(address);
      const found = await hear(page, since);
      await openTabs(page, async () => {
        found.push(...(await hear(page, since)));
      });
      if (found.length > 0) complaints[name] = found;
    }
    return complaints;
  }

  test('each stored text field has a row with such a text', () => {
    const missing = listTextFields(canaries.other).filter(
      (field) => !house.fields.has(field) && notKept[field] === undefined,
    );
    expect(missing).toEqual([]);
  });

  test('nothing runs on any page of the console, with any tab of its drawer', async () => {
    const { consoleUrl } = fixture.system.local;
    const page = await signInToConsole(fixture, '', { email: house.landlord.owner });
    const pages = consoleTable.map(({ name, path }) => [name, consoleUrl + path(house)] as const);
    expect(await openAll(page, pages)).toEqual({});
  });

  test('nothing runs on any page of the portal', async () => {
    const { residentUrl } = fixture.system.local;
    const page = await fixture.open(phone);
    await page.goto(residentUrl);
    await enterPortal(page, house.email);
    const pages = portalTable.map(({ name, path }) => [name, residentUrl + path(house)] as const);
    expect(await openAll(page, pages)).toEqual({});
  });

  test('nothing runs on any public page', async () => {
    const page = await fixture.open(phone);
    const pages = openTable.map(({ name, url }) => [name, url(fixture.system.local, house)] as const);
    expect(await openAll(page, pages)).toEqual({});
  });

  test('the texts appear as plain text', async () => {
    const { one, other } = canaries;
    const path = `/residents/${house.userId}`;
    const page = await signInToConsole(fixture, path, { email: house.landlord.owner });
    await page.getByRole('heading', { name: `${one} ${other}`, level: 1 }).waitFor();
    expect(await page.getByText(one).count()).toBeGreaterThan(0);
  });

  test('the address of an alert recipient appears as plain text', async () => {
    const page = await signInToConsole(fixture, '/settings', { email: house.landlord.owner });
    await page.getByRole('listitem').getByText(canaries.email, { exact: true }).waitFor();
    await page.getByRole('button', { name: `Remove ${canaries.email}` }).click();
    await page.getByRole('dialog', { name: `Remove ${canaries.email}?` }).waitFor();
    expect(await hear(page, 0)).toEqual([]);
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
