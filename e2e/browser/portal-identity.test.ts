import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { moveIn, phone } from './sign-in-to-portal.ts';
import { hasNoBrowser, useDesk } from './use-desk.ts';

/** Goes to the identity provider from the way in of the portal. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
  await page.getByText('to continue to').waitFor();
}

/** Signs in at the identity provider, as any e-mail does. */
async function enterProvider(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Everything that the browser keeps for the page. */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])');

/** Complaints about anything but an answer that refuses, which the browser's console names too. */
const policyFaults = (complaints: readonly string[]): string[] =>
  complaints.filter((text) => !/responded with a status of 40[39]/.test(text));

describe.skipIf(hasNoBrowser)('a resident who signs in by the identity provider', () => {
  const desk = useDesk();

  test('ends at the doors; no token is in storage, in an address or in the history', async () => {
    const home = await moveIn(desk);
    const { residentUrl, identityIssuer } = desk.system.local;
    const page = await desk.open(phone);
    await page.goto(residentUrl);
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    await leave(page);
    expect(new URL(page.url()).origin).toBe(identityIssuer);
    expect(await findFaults(desk.reader)).toEqual([]);
    await enterProvider(page, home.email);
    await page.getByRole('button', { name: /Main door/ }).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);

    expect(page.url()).toBe(residentUrl);
    expect(await keptIn(page)).not.toMatch(/eyJ|refresh|verifier|journey/);
    const { requests } = desk.reader;
    expect(requests.filter((url) => url.includes('eyJ'))).toEqual([]);
    const withCode = requests.filter((url) => new URL(url).searchParams.has('code'));
    expect(withCode.map((url) => new URL(url).pathname)).toEqual(['/portal/identity']);
    await page.reload();
    await page.getByRole('button', { name: /Main door/ }).waitFor();
  });

  test('is refused in words with the account of a stranger, and gets in with another one', async () => {
    const home = await moveIn(desk);
    const page = await desk.open(phone);
    await page.goto(desk.system.local.residentUrl);
    await leave(page);
    await enterProvider(page, `stranger.${randomUUID()}@example.test`);
    await page.getByText('No resident has this e-mail address yet.').waitFor();
    expect(await desk.reader.findBarriers()).toEqual([]);
    // The provider still knows the stranger, and is told to ask.
    await leave(page);
    await enterProvider(page, home.email);
    await page.getByRole('button', { name: /Main door/ }).waitFor();
    expect(policyFaults(desk.reader.complaints)).toEqual([]);
  });

  test('reads what to do about an e-mail that is not confirmed, and after a cancelled sign-in', async () => {
    const home = await moveIn(desk);
    const body = { email: home.email, emailVerified: false };
    await bodyOf(call(`${desk.system.local.sandboxUrl}/identity/session-tokens`, { body }), 200);
    const page = await desk.open(phone);
    await page.goto(desk.system.local.residentUrl);
    await leave(page);
    await enterProvider(page, home.email);
    await page.getByText('Your e-mail address is not confirmed yet.').waitFor();
    await leave(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You cancelled the sign-in.').waitFor();
    expect(policyFaults(desk.reader.complaints)).toEqual([]);
  });

  test('gets in by no answer that this tab has not asked for', async () => {
    const { residentUrl, identityIssuer } = desk.system.local;
    const page = await desk.open(phone);
    await page.goto(residentUrl);
    await leave(page);
    const answer = new URLSearchParams({ code: 'stolen', state: 'forged', iss: identityIssuer });
    for (const _attempt of ['with a journey', 'without one']) {
      await page.goto(`${residentUrl}/identity?${answer.toString()}`);
      await page.getByText('This sign-in was not started here, or has ended.').waitFor();
      expect(page.url()).toBe(residentUrl);
      expect(await keptIn(page)).not.toContain('journey');
    }
    expect(desk.reader.requests.filter((url) => url.endsWith('/token'))).toEqual([]);
    expect(await findFaults(desk.reader)).toEqual([]);
  });

  test('is told when the provider is away, and may try again', async () => {
    const page = await desk.open(phone);
    await page.goto(desk.system.local.residentUrl);
    const discovery = /openid-configuration$/;
    await page.route(discovery, (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
    await page.getByText('Single sign-on does not respond.').waitFor();
    await page.unroute(discovery);
    await leave(page);
    expect(new URL(page.url()).origin).toBe(desk.system.local.identityIssuer);
  });

  test('is known to the provider by the portal of the environment', async () => {
    for (const environment of ['DEV', 'TEST'] as const) {
      const portal = desk.system.portalOf(environment);
      const page = await (await fetch(`${portal}/portal`)).text();
      expect(page).toContain(`<meta name="identity-client" content="${portal}" />`);
    }
  });
});
