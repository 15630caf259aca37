import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { call } from '../client/http-call.ts';
import { linkIn, receiveMail } from '../client/mailbox.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { password } from '../client/resident.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('the page behind the link of an invite', () => {
  const fixture = useBrowser();

  /** Invites a person by mail and opens the link of the mail. */
  async function openInvite(name: string, options?: BrowserContextOptions) {
    const email = `reader.${randomUUID()}@example.test`;
    const { invite } = await inviteToNewUnit(fixture.manager, name, email);
    await fixture.manager.dispatch(invite.id);
    const link = linkIn(await receiveMail(fixture.system.local.mailboxUrl, email));
    const page = await fixture.open(options);
    await page.goto(link);
    return { page, email, invite, link };
  }

  const heading = (page: Page): Promise<string | null> => page.locator('h1').textContent();
  const focused = (page: Page): Locator => page.locator(':focus');

  async function typeInto(page: Page, label: string, text: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).fill(text);
  }

  async function submit(page: Page): Promise<void> {
    await Promise.all([page.waitForEvent('load'), page.getByRole('button').click()]);
  }

  test('lets a person sign up with the keyboard only, and makes the person a resident', async () => {
    const { page, email, invite } = await openInvite('Keyboard Court');
    expect(await heading(page)).toBe('Welcome to Keyboard Court');
    for (const text of ['Jordan', 'Reyes', '', '', password]) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    expect(await heading(page)).toBe('Welcome, Jordan');

    const { status, acceptedUserId } = await fixture.manager.readInvite(invite.id);
    expect(status).toBe('ACCEPTED');
    const login = await call(`${fixture.system.local.gatewayUrl}/api/v1/auth/login`, {
      body: { email, password },
    });
    expect(login).toMatchObject({
      status: 200,
      body: { resident: { id: acceptedUserId, lastName: 'Reyes' } },
    });
  });

  test('shows each error at its field, and keeps valid values', async () => {
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
    expect(await fixture.manager.readInvite(invite.id)).toMatchObject({ status: 'ACCEPTED' });
  });

  test('loads nothing but itself, and a GET does not accept the invite', async () => {
    const { page, invite, link } = await openInvite('Quiet Court');
    await page.reload();
    expect(fixture.reader.requests).toEqual([link, link]);
    expect(fixture.reader.complaints).toEqual([]);
    expect((await page.getByRole('button').boundingBox())?.width).toBeGreaterThan(300);
    expect(await fixture.manager.readInvite(invite.id)).toMatchObject({ status: 'PENDING' });
  });

  test.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)(
    'has no accessibility fault in the %s scheme at %i pixels, in each of its states',
    async (colorScheme, width) => {
      const viewport = { width, height: 720 };
      const { page, link } = await openInvite('A Rather Long Name for a Court of Two', {
        colorScheme,
        viewport,
      });
      const check = async (title: string): Promise<void> => {
        expect(await heading(page)).toBe(title);
        expect(await fixture.reader.findBarriers()).toEqual([]);
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
