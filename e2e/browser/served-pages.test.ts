import { randomUUID } from 'node:crypto';
import { drillSize } from '@pas/testing/drill-size';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkIn, receiveMail } from '../client/mailbox.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { findOverflowInWindows } from './find-faults.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

const screens = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;

/** Runs in the page: reads the properties that keyboard users and narrow screens depend on. */
const readPage = `({
  lang: document.documentElement.lang,
  headings: document.querySelectorAll('h1').length,
  overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  isFocusShown:
    document.activeElement === document.body || getComputedStyle(document.activeElement).outlineStyle === 'solid',
})`;

/** Runs in the page: reads the heights of the texts in all columns but the last one. */
const readHeights = `[...document.querySelectorAll('main td:not(:last-child)')].map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getBoundingClientRect().height;
})`;

describe.skipIf(hasNoBrowser)('the served pages', () => {
  const fixture = useBrowser();
  let mailPath: string;
  let joinLink: string;

  beforeAll(async () => {
    const email = `reader.${randomUUID()}@example.test`;
    const { invite } = await inviteToNewUnit(fixture.manager, 'Legible Court', email);
    await fixture.manager.dispatch(invite.id);
    joinLink = linkIn(await receiveMail(fixture.system.local.mailboxUrl, email));
    mailPath = `/?to=${encodeURIComponent(email)}`;
  });

  /** Expects one heading and a language, a page that fits the screen, and a visible focus. */
  async function expectUsable(page: Page, title: RegExp): Promise<void> {
    expect(await page.title()).toMatch(title);
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(readPage);
    expect(seen).toEqual({ lang: 'en', headings: 1, overflow: 0, isFocusShown: true });
  }

  /** Like `expectUsable`, and expects no barriers. */
  async function check(page: Page, title: RegExp): Promise<void> {
    await expectUsable(page, title);
    expect(await fixture.reader.findBarriers()).toEqual([]);
  }

  const open = ({ colorScheme, width }: (typeof screens)[number]): Promise<Page> =>
    fixture.open({ colorScheme, viewport: { width, height: 720 } });

  const descriptions = [
    ['/docs/api?api=resident', /^Resident API – /, screens[1]],
    ['/docs/api', /^Admin API – /, screens[0]],
  ] as const;
  test.each(descriptions.slice(0, drillSize({ short: 1, long: 2 })))(
    'gateway %s, first closed, then with an operation to try, requests no other origin',
    async (path, title, screen) => {
      const page = await open(screen);
      await page.goto(`${fixture.system.local.gatewayUrl}${path}`);
      const group = page.locator('.opblock-tag').first();
      await group.waitFor();
      expect(await page.locator('.opblock').count()).toBe(0);
      await expectUsable(page, title);
      await group.click();
      await page.locator('.opblock-summary-control').nth(1).click();
      await page.locator('.try-out__btn').click();
      // The checker runs once, in the state with the most content.
      await check(page, title);
      expect(await findOverflowInWindows(page)).toEqual([]);
      expect(fixture.reader.complaints).toEqual([]);
      const { origin } = new URL(fixture.system.local.gatewayUrl);
      expect(fixture.reader.requests.filter((url) => !url.startsWith(`${origin}/docs`))).toEqual([]);
    },
  );

  test('each error code and its status fit on one line at every width', async () => {
    const page = await open(screens[0]);
    await page.goto(`${fixture.system.local.gatewayUrl}/docs/errors`);
    for (const width of [1280, 768, 320]) {
      await page.setViewportSize({ width, height: 720 });
      const heights = await page.evaluate<number[]>(readHeights);
      expect(heights.length).toBeGreaterThan(100);
      expect(Math.max(...heights)).toBeLessThan(32);
    }
  });

  const visits: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    async 'gateway /'(page) {
      await page.goto(fixture.system.local.gatewayUrl);
      await check(page, /^Property access$/);
      expect(fixture.reader.complaints).toEqual([]);
    },

    async 'gateway /docs/errors'(page) {
      await page.goto(`${fixture.system.local.gatewayUrl}/docs/errors`);
      await check(page, /^Errors – /);
      expect(fixture.reader.complaints).toEqual([]);
    },

    async 'mailbox, its list, a mail, and a missing mail'(page) {
      await page.goto(`${fixture.system.local.mailboxUrl}${mailPath}`);
      await check(page, /^Mailbox – /);
      expect(await page.locator('time').first().textContent()).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d \w+/);
      await Promise.all([page.waitForEvent('load'), page.getByRole('listitem').getByRole('link').click()]);
      await check(page, /Legible Court – /);
      expect(fixture.reader.complaints).toEqual([]);
      await page.goto(`${fixture.system.local.mailboxUrl}/messages/msg_0`);
      await check(page, /^Request failed – /);
    },

    async sandbox(page) {
      await page.goto(fixture.system.local.sandboxUrl);
      await check(page, /^Sandbox – /);
      expect(fixture.reader.complaints).toEqual([]);
    },

    async 'identity provider, from a wrong password to signing out'(page) {
      const { portalUrl, identityIssuer, staff } = fixture.system.local;
      const callback = `${portalUrl}/api/admin/auth/callback`;
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
    },

    async 'join page, and the page of an unknown link'(page) {
      await page.goto(joinLink);
      await check(page, /^Join Legible Court/);
      await page.goto(`${joinLink.slice(0, -4)}AAAA`);
      expect(await fixture.reader.findBarriers()).toEqual([]);
    },
  };

  // In the default run, every second page is dark and narrow.
  const cases = Object.entries(visits).flatMap(([name, visit], turn) =>
    Array.from({ length: drillSize({ short: 1, long: screens.length }) }, (_, further) => {
      const screen = (turn + further) % 2 === 0 ? screens[0] : screens[1];
      return { name, visit, screen };
    }),
  );
  test.each(cases)(
    '$name, in the $screen.colorScheme scheme at $screen.width pixels',
    async ({ visit, screen }) => {
      await visit(await open(screen));
      // Some visits end at a refusal.
      expect(fixture.reader.complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
    },
  );
});
