import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { moveIn, phone } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** Opens the identity provider from the portal's sign-in. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
  await page.getByText('to continue to').waitFor();
}

/** Signs in at the identity provider with an e-mail address. */
async function enterProvider(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Returns everything that the browser stores for the page. */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])');

/** Removes messages about refused answers, which the browser's console also reports. */
const policyFaults = (complaints: readonly string[]): string[] =>
  complaints.filter((text) => !/responded with a status of 40[39]/.test(text));

describe.skipIf(hasNoBrowser)('a resident who signs in through single sign-on', () => {
  const fixture = useBrowser();

  test('reaches the doors, without a token in storage, in an address or in the history', async () => {
    const home = await moveIn(fixture);
    const { residentUrl, identityIssuer } = fixture.system.local;
    const page = await fixture.open(phone);
    await page.goto(residentUrl);
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await leave(page);
    expect(new URL(page.url()).origin).toBe(identityIssuer);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await enterProvider(page, home.email);
    await page.getByRole('button', { name: /Main door/ }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);

    expect(page.url()).toBe(residentUrl);
    expect(await keptIn(page)).not.toMatch(/eyJ|refresh|verifier|journey/);
    const { requests } = fixture.reader;
    expect(requests.filter((url) => url.includes('eyJ'))).toEqual([]);
    const withCode = requests.filter((url) => new URL(url).searchParams.has('code'));
    expect(withCode.map((url) => new URL(url).pathname)).toEqual(['/portal/identity']);
    await page.reload();
    await page.getByRole('button', { name: /Main door/ }).waitFor();
  });

  test('is refused with a stranger’s account, and signs in with another one', async () => {
    const home = await moveIn(fixture);
    const page = await fixture.open(phone);
    await page.goto(fixture.system.local.residentUrl);
    await leave(page);
    await enterProvider(page, `stranger.${randomUUID()}@example.test`);
    await page.getByText('No resident has this e-mail address yet.').waitFor();
    expect(await fixture.reader.findBarriers()).toEqual([]);
    // The provider still has the stranger's session, and must ask for the account.
    await leave(page);
    await enterProvider(page, home.email);
    await page.getByRole('button', { name: /Main door/ }).waitFor();
    expect(policyFaults(fixture.reader.complaints)).toEqual([]);
  });

  test('sees the next step for an unconfirmed e-mail address and after a cancelled sign-in', async () => {
    const home = await moveIn(fixture);
    const body = { email: home.email, emailVerified: false };
    await bodyOf(call(`${fixture.system.local.sandboxUrl}/identity/session-tokens`, { body }), 200);
    const page = await fixture.open(phone);
    await page.goto(fixture.system.local.residentUrl);
    await leave(page);
    await enterProvider(page, home.email);
    await page.getByText('Your e-mail address is not confirmed yet.').waitFor();
    await leave(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You cancelled the sign-in.').waitFor();
    expect(policyFaults(fixture.reader.complaints)).toEqual([]);
  });

  test('is not signed in by an answer that this tab has not requested', async () => {
    const { residentUrl, identityIssuer } = fixture.system.local;
    const page = await fixture.open(phone);
    await page.goto(residentUrl);
    await leave(page);
    const answer = new URLSearchParams({ code: 'stolen', state: 'forged', iss: identityIssuer });
    for (const _attempt of ['with a journey', 'without one']) {
      await page.goto(`${residentUrl}/identity?${answer.toString()}`);
      await page.getByText('This sign-in was not started here, or has expired.').waitFor();
      expect(page.url()).toBe(residentUrl);
      expect(await keptIn(page)).not.toContain('journey');
    }
    expect(fixture.reader.requests.filter((url) => url.endsWith('/token'))).toEqual([]);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('sees a message when the provider is unavailable, and can retry', async () => {
    const page = await fixture.open(phone);
    await page.goto(fixture.system.local.residentUrl);
    const discovery = /openid-configuration$/;
    await page.route(discovery, (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
    await page.getByText('Single sign-on does not respond.').waitFor();
    await page.unroute(discovery);
    await leave(page);
    expect(new URL(page.url()).origin).toBe(fixture.system.local.identityIssuer);
  });

  test('uses the portal’s client of the environment', async () => {
    for (const environment of ['DEV', 'TEST'] as const) {
      const portal = fixture.system.portalOf(environment);
      const page = await (await fetch(`${portal}/portal`)).text();
      expect(page).toContain(`<meta name="identity-client" content="${portal}" />`);
    }
  });
});
