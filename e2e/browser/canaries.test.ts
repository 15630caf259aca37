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
import { hasNoBrowser, useDesk } from './use-desk.ts';

/** Fields that take a text by their description and keep none: what they hold, or why it is refused. */
const notKept: Readonly<Record<string, string>> = {
  'access holders[].phone': 'a phone number',
  'auth identityToken': 'a token',
  'auth inviteToken': 'a token',
  'auth phone': 'a phone number',
  'auth refreshToken': 'a token',
  'auth token': 'a token',
  'api-keys scopes[]': 'the name of a scope',
  'imports planHash': 'the hash of a plan',
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

/** Runs in the page: what would be there if a text had been taken for markup. */
const madeElements = `document.querySelectorAll('img[onerror], svg[onload]').length`;

describe.skipIf(hasNoBrowser)('texts that could run, in every field that takes a text', () => {
  const desk = useDesk();
  let house: House;

  beforeAll(async () => {
    const { secondTenantApiKey: key, apiKey: otherKey } = desk.system.local;
    house = await fillHouse(desk, canaries, { key, owner: demoTenants[1]?.owner.email ?? '', otherKey });
  });
  afterAll(() => house.restore());

  /** What the browser says of a page that is open, but for answers that refuse. */
  async function hear(page: Page, since: number): Promise<string[]> {
    await page.locator('h1').first().waitFor();
    await settle(page);
    const made = Number(await page.evaluate(madeElements));
    const heard = desk.reader.complaints.slice(since).filter((text) => !/status of 4\d\d/.test(text));
    return made === 0 ? heard : [...heard, `${made} elements were made of texts`];
  }

  /** Opens addresses one after the other, and looks into each drawer. */
  async function openAll(page: Page, addresses: readonly (readonly [string, string])[]): Promise<object> {
    const complaints: Record<string, string[]> = {};
    for (const [name, address] of addresses) {
      const since = desk.reader.complaints.length;
      await page.goto(address);
      const found = await hear(page, since);
      await openTabs(page, async () => {
        found.push(...(await hear(page, since)));
      });
      if (found.length > 0) complaints[name] = found;
    }
    return complaints;
  }

  test('there is a row with such a text in every field that keeps one', () => {
    const missing = listTextFields(canaries.other).filter(
      (field) => !house.fields.has(field) && notKept[field] === undefined,
    );
    expect(missing).toEqual([]);
  });

  test('nothing runs on any page of the console, with any tab of its drawer', async () => {
    const { consoleUrl } = desk.system.local;
    const page = await signInToConsole(desk, '', { email: house.landlord.owner });
    const pages = consoleTable.map(({ name, path }) => [name, consoleUrl + path(house)] as const);
    expect(await openAll(page, pages)).toEqual({});
  });

  test('nothing runs on any page of the portal', async () => {
    const { residentUrl } = desk.system.local;
    const page = await desk.open(phone);
    await page.goto(residentUrl);
    await enterPortal(page, house.email);
    const pages = portalTable.map(({ name, path }) => [name, residentUrl + path(house)] as const);
    expect(await openAll(page, pages)).toEqual({});
  });

  test('nothing runs on any page that is open to all', async () => {
    const page = await desk.open(phone);
    const pages = openTable.map(({ name, url }) => [name, url(desk.system.local, house)] as const);
    expect(await openAll(page, pages)).toEqual({});
  });

  test('they are shown as the texts that they are', async () => {
    const { one, other } = canaries;
    const path = `/residents?propertyId=${house.propertyId}&open=${house.userId}`;
    const page = await signInToConsole(desk, path, { email: house.landlord.owner });
    await page.getByRole('dialog', { name: `${one} ${other}` }).waitFor();
    expect(await page.getByText(one).count()).toBeGreaterThan(0);
  });

  test('the address of who gets alerts is shown as the text that it is', async () => {
    const page = await signInToConsole(desk, '/settings', { email: house.landlord.owner });
    await page.getByRole('listitem').getByText(canaries.email, { exact: true }).waitFor();
    await page.getByRole('button', { name: `Remove ${canaries.email}` }).click();
    await page.getByRole('dialog', { name: `Remove ${canaries.email}?` }).waitFor();
    expect(await hear(page, 0)).toEqual([]);
  });

  test('a file of them is saved, and never shown as a page', async () => {
    const { gatewayUrl } = desk.system.local;
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
