import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkIn, receiveMail } from '../client/mailbox.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { findOverhangInWindows } from './find-faults.ts';
import { hasNoBrowser, useDesk } from './use-desk.ts';

const screens = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;

/** Runs in the page: what a reader without a mouse or with a narrow screen depends on. */
const readPage = `({
  lang: document.documentElement.lang,
  headings: document.querySelectorAll('h1').length,
  overhang: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  isFocusShown:
    document.activeElement === document.body || getComputedStyle(document.activeElement).outlineStyle === 'solid',
})`;

describe.skipIf(hasNoBrowser)('the pages that this system serves', () => {
  const desk = useDesk();
  let mailPath: string;
  let joinLink: string;

  beforeAll(async () => {
    const email = `reader.${randomUUID()}@example.test`;
    const { invite } = await inviteToNewUnit(desk.manager, 'Legible Court', email);
    await desk.manager.dispatch(invite.id);
    joinLink = linkIn(await receiveMail(desk.system.local.mailboxUrl, email));
    mailPath = `/?to=${encodeURIComponent(email)}`;
  });

  /** Every page has one heading and a language, fits the screen, and shows the focus. */
  async function look(page: Page, title: RegExp): Promise<void> {
    expect(await page.title()).toMatch(title);
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(readPage);
    expect(seen).toEqual({ lang: 'en', headings: 1, overhang: 0, isFocusShown: true });
  }

  /** Expects the same of a page, and that axe finds no barrier. */
  async function check(page: Page, title: RegExp): Promise<void> {
    await look(page, title);
    expect(await desk.reader.findBarriers()).toEqual([]);
  }

  const open = ({ colorScheme, width }: (typeof screens)[number]): Promise<Page> =>
    desk.open({ colorScheme, viewport: { width, height: 720 } });

  test.each([
    ['/docs', /^Admin API – /, screens[0]],
    ['/docs?api=resident', /^Resident API – /, screens[1]],
  ] as const)(
    'gateway %s, first closed, then with an operation to try, asks nobody else',
    async (path, title, screen) => {
      const page = await open(screen);
      await page.goto(`${desk.system.local.gatewayUrl}${path}`);
      const group = page.locator('.opblock-tag').first();
      await group.waitFor();
      expect(await page.locator('.opblock').count()).toBe(0);
      await look(page, title);
      await group.click();
      await page.locator('.opblock-summary-control').nth(1).click();
      await page.locator('.try-out__btn').click();
      // The checker reads the page once, in the state in which the most is there.
      await check(page, title);
      expect(await findOverhangInWindows(page)).toEqual([]);
      expect(desk.reader.complaints).toEqual([]);
      const { origin } = new URL(desk.system.local.gatewayUrl);
      expect(desk.reader.requests.filter((url) => !url.startsWith(`${origin}/docs`))).toEqual([]);
    },
  );

  test('gateway /docs/ shows the Admin API too', async () => {
    const page = await open(screens[0]);
    await page.goto(`${desk.system.local.gatewayUrl}/docs/`);
    await page.locator('.opblock-tag').first().waitFor();
    await look(page, /^Admin API – /);
    expect(desk.reader.complaints).toEqual([]);
  });

  describe.each(screens)('in the $colorScheme scheme at $width pixels', (screen) => {
    test.each([
      ['/', /^Property access$/],
      ['/docs/errors', /^Errors – /],
    ])('gateway %s', async (path, title) => {
      const page = await open(screen);
      await page.goto(`${desk.system.local.gatewayUrl}${path}`);
      await check(page, title);
      expect(desk.reader.complaints).toEqual([]);
    });

    test('each error code stands on one line', async () => {
      const page = await open(screen);
      await page.goto(`${desk.system.local.gatewayUrl}/docs/errors`);
      const heights = await page.evaluate<number[]>(
        `[...document.querySelectorAll('main td code')].map((code) => code.getBoundingClientRect().height)`,
      );
      expect(Math.max(...heights)).toBeLessThan(32);
    });

    test('mailbox, its list, a mail, and a mail that is not there', async () => {
      const page = await open(screen);
      await page.goto(`${desk.system.local.mailboxUrl}${mailPath}`);
      await check(page, /^Mailbox – /);
      expect(await page.locator('time').first().textContent()).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d \w+/);
      await Promise.all([page.waitForEvent('load'), page.getByRole('listitem').getByRole('link').click()]);
      await check(page, /Legible Court – /);
      expect(desk.reader.complaints).toEqual([]);
      await page.goto(`${desk.system.local.mailboxUrl}/messages/msg_0`);
      await check(page, /^That did not work – /);
    });

    test('sandbox', async () => {
      const page = await open(screen);
      await page.goto(desk.system.local.sandboxUrl);
      await check(page, /^Sandbox – /);
      expect(desk.reader.complaints).toEqual([]);
    });

    test('identity provider, from a wrong password to signing out', async () => {
      const { gatewayUrl, identityIssuer, staff } = desk.system.local;
      const callback = `${gatewayUrl}/api/admin/auth/callback`;
      const page = await open(screen);
      const signIn = async (password: string): Promise<void> => {
        await page.getByLabel('E-mail').fill(staff.email);
        await page.getByLabel('Password').fill(password);
        await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Sign in' }).click()]);
      };
      const query = new URLSearchParams({
        client_id: 'operator-dashboard',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: callback,
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      await page.goto(`${identityIssuer}/auth?${query.toString()}`);
      await check(page, /^Sign in – /);
      await signIn('wrong');
      expect(await page.getByRole('alert').isVisible()).toBe(true);
      await check(page, /^Sign in – /);
      query.set('redirect_uri', 'http://elsewhere.test/');
      await page.goto(`${identityIssuer}/auth?${query.toString()}`);
      await check(page, /^This sign-in cannot continue – /);
      query.set('redirect_uri', callback);
      await page.goto(`${identityIssuer}/auth?${query.toString()}`);
      await signIn(staff.password);
      await page.waitForURL((url) => url.href.startsWith(callback));
      await page.goto(`${identityIssuer}/session/end`);
      await check(page, /^Sign out – /);
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Sign out' }).click()]);
      await check(page, /^Signed out – /);
    });

    test('join page, and the page of an unknown link', async () => {
      const page = await open(screen);
      await page.goto(joinLink);
      await check(page, /^Join Legible Court/);
      await page.goto(`${joinLink.slice(0, -4)}AAAA`);
      expect(await desk.reader.findBarriers()).toEqual([]);
    });
  });
});
