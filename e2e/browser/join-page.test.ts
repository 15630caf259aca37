import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../client/http-call.ts';
import { linkIn, receiveMail } from '../client/mailbox.ts';
import { actAsManager, inviteToNewUnit, type PropertyManager } from '../client/property-manager.ts';
import { password } from '../client/resident.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';
import { findChromium } from './find-chromium.ts';
import { openReader, startBrowser, type Reader } from './reader.ts';

const chromiumPath = findChromium();

describe.skipIf(chromiumPath === null)('the page behind the link of an invite', () => {
  let system: SharedSystem;
  let manager: PropertyManager;
  let browser: Browser;
  let reader: Reader;

  beforeAll(async () => {
    system = await useSystem();
    manager = actAsManager({ gatewayUrl: system.local.gatewayUrl, key: system.local.apiKey });
    browser = await startBrowser(chromiumPath ?? '');
  });
  afterAll(() => browser.close());
  afterEach(() => reader.close());

  /** Invites somebody by mail and opens the link that arrives. */
  async function openInvite(name: string, options?: BrowserContextOptions) {
    const email = `reader.${randomUUID()}@example.test`;
    const { invite } = await inviteToNewUnit(manager, name, email);
    await manager.dispatch(invite.id);
    const link = linkIn(await receiveMail(system.local.mailboxUrl, email));
    reader = await openReader(browser, options);
    await reader.page.goto(link);
    return { page: reader.page, email, invite, link };
  }

  const heading = (page: Page): Promise<string | null> => page.locator('h1').textContent();
  const focused = (page: Page): Locator => page.locator(':focus');

  async function typeInto(page: Page, label: string, text: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).fill(text);
  }

  async function submit(page: Page): Promise<void> {
    await Promise.all([page.waitForEvent('load'), page.getByRole('button').click()]);
  }

  test('lets a person sign up by the keyboard alone, who is a resident then', async () => {
    const { page, email, invite } = await openInvite('Keyboard Court');
    expect(await heading(page)).toBe('Welcome to Keyboard Court');
    for (const text of ['Jordan', 'Reyes', '', '', password]) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    expect(await heading(page)).toBe('Welcome, Jordan');

    const { status, acceptedUserId } = await manager.readInvite(invite.id);
    expect(status).toBe('ACCEPTED');
    const login = await call(`${system.local.gatewayUrl}/api/v1/auth/login`, { body: { email, password } });
    expect(login).toMatchObject({
      status: 200,
      body: { resident: { id: acceptedUserId, lastName: 'Reyes' } },
    });
  });

  test('says what is wrong where it is wrong, and keeps what was right', async () => {
    const { page, invite } = await openInvite('Error Court');
    await typeInto(page, 'First name', 'Jordan');
    await typeInto(page, 'Password', 'short');
    await submit(page);
    expect(await page.title()).toMatch(/^Error: /);
    const summary = page.getByRole('alert');
    expect(await summary.getByRole('link').count()).toBe(2);
    expect(await focused(page).getAttribute('name')).toBe('lastName');

    const wrong = page.getByLabel('Password', { exact: true });
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    const describedBy = (await wrong.getAttribute('aria-describedby'))?.split(' ') ?? [];
    expect(describedBy).toContain('password-error');
    expect(await page.locator('#password-error').textContent()).toMatch(/10/);
    expect(await wrong.inputValue()).toBe('');
    expect(await page.getByLabel('First name', { exact: true }).inputValue()).toBe('Jordan');

    await summary.getByRole('link').last().press('Enter');
    expect(await focused(page).getAttribute('name')).toBe('password');
    await page.keyboard.type(password);
    await typeInto(page, 'Last name', 'Reyes');
    await submit(page);
    expect(await heading(page)).toBe('Welcome, Jordan');
    expect(await manager.readInvite(invite.id)).toMatchObject({ status: 'ACCEPTED' });
  });

  test('loads nothing but itself, and accepts nothing by being looked at', async () => {
    const { page, invite, link } = await openInvite('Quiet Court');
    await page.reload();
    expect(reader.requests).toEqual([link, link]);
    expect(reader.complaints).toEqual([]);
    expect((await page.getByRole('button').boundingBox())?.width).toBeGreaterThan(300);
    expect(await manager.readInvite(invite.id)).toMatchObject({ status: 'PENDING' });
  });

  test.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)(
    'has no barrier in the %s scheme at %i pixels, whatever it says',
    async (colorScheme, width) => {
      const viewport = { width, height: 720 };
      const { page, link } = await openInvite('A Rather Long Name for a Court of Two', {
        colorScheme,
        viewport,
      });
      const check = async (title: string): Promise<void> => {
        expect(await heading(page)).toBe(title);
        expect(await reader.findBarriers()).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      };
      await check('Welcome to A Rather Long Name for a Court of Two');
      await submit(page);
      await check('Welcome to A Rather Long Name for a Court of Two');
      expect(await page.getByRole('alert').isVisible()).toBe(true);
      await typeInto(page, 'First name', 'Jordan');
      await typeInto(page, 'Last name', 'Reyes');
      await typeInto(page, 'Password', password);
      await submit(page);
      await check('Welcome, Jordan');
      expect((await page.goto(link))?.status()).toBe(410);
      await check('This invite has been used');
      expect((await page.goto(`${link.slice(0, -4)}AAAA`))?.status()).toBe(404);
      await check('We don’t know this link');
    },
  );
});
