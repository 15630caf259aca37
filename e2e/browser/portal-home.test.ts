import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { linkIn, receiveMail } from '../client/mailbox.ts';
import { password, type SignInResult } from '../client/resident.ts';
import { findFaults } from './find-faults.ts';
import { signInToPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('a resident with guests and housemates', () => {
  const fixture = useBrowser();

  async function makePass(page: Page, name: string): Promise<string> {
    await page.getByRole('button', { name: 'Let someone in' }).click();
    await page.getByLabel('Guest’s name (optional)').fill(name);
    const made = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Create pass' }).click();
    const { pass } = (await (await made).json()) as { pass: { url: string } };
    await page.getByRole('heading', { name: 'The pass is ready' }).waitFor();
    return pass.url;
  }

  describe('shares the link of a pass', () => {
    /** Signs in with a browser that a script has changed. */
    const openWith = async (change: string): Promise<Page> => {
      const { page } = await signInToPortal(fixture);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript(change);
      await page.reload();
      await page.getByRole('button', { name: 'Let someone in' }).waitFor();
      return page;
    };

    test('by the share sheet of the phone, and can close it', async () => {
      // The headless browser has no share sheet.
      const page = await openWith(`Navigator.prototype.share = async (what) => {
        globalThis.shared = what;
        throw new DOMException('closed', 'AbortError');
      }`);
      const url = await makePass(page, 'Robin');
      await page.getByRole('button', { name: 'Share' }).click();
      const shared = 'globalThis.shared';
      expect(await page.evaluate(shared)).toEqual({ title: 'Your pass for Phone Court', url });
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await findFaults(fixture.reader)).toEqual([]);
    });

    test('by a copy without a share sheet', async () => {
      const page = await openWith('delete Navigator.prototype.share');
      const url = await makePass(page, 'Robin');
      expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
      const copy = page.getByRole('button', { name: 'Copy link' });
      await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))');
      await copy.click();
      await page.getByRole('alert').filter({ hasText: url }).waitFor();
      expect(await findFaults(fixture.reader)).toEqual([]);
      await page.evaluate('delete navigator.clipboard.writeText');
      await copy.click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url);
      expect(await findFaults(fixture.reader)).toEqual([]);
    });
  });

  test('lets a guest in tonight, and a helper each Friday, in the time of the building', async () => {
    const { page } = await signInToPortal(fixture);
    await page.getByRole('button', { name: 'Let someone in' }).click();
    for (const choice of ['Every Friday', 'Tonight']) {
      await page.getByLabel(choice).check();
      expect(await findFaults(fixture.reader)).toEqual([]);
      await page.getByLabel('Guest’s name (optional)').fill(choice);
      await page.getByRole('button', { name: 'Create pass' }).click();
      await page.getByRole('heading', { name: 'The pass is ready' }).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
    }
    const passes = page.getByRole('listitem');
    await passes
      .filter({ hasText: 'Tonight' })
      .getByText(/^Until .*6:00 AM$/)
      .waitFor();
    await passes.filter({ hasText: 'Every Friday' }).getByText('Every Friday').last().waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('removes a housemate after a confirmation', async () => {
    const { page, home } = await signInToPortal(fixture);
    const portal = fixture.system.portalOf('DEV');
    const email = `flatmate.${randomUUID()}@example.test`;
    await page.getByRole('link', { name: 'Settings' }).click();
    const form = page.getByRole('form', { name: 'Invite a household member' });
    await form.getByLabel('E-mail').fill(email);
    await form.getByRole('button', { name: 'Send invite' }).click();
    const link = linkIn(await receiveMail(fixture.system.local.mailboxUrl, email));
    const inviteToken = link.slice(link.lastIndexOf('/') + 1);
    const person = { inviteToken, email, firstName: 'Sam', lastName: 'Ito', password };
    const joining = call<SignInResult>(`${portal}/api/v1/auth/signup`, { body: person });
    const { token: bearer } = await bodyOf(joining, 201);
    const doorsOfSam = async (): Promise<number> =>
      (await call(`${portal}/access/points`, { bearer })).status;
    expect(await doorsOfSam()).toBe(200);

    await page.reload();
    const remove = page.getByRole('button', { name: 'Remove: Sam Ito' });
    await remove.press('Enter');
    await page.getByText('Remove Sam Ito? They lose access immediately.').waitFor();
    expect(await page.locator(':focus').textContent()).toBe('Keep');
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.keyboard.press('Enter');
    await remove.press('Enter');
    await page
      .getByRole('group', { name: 'Remove: Sam Ito' })
      .getByRole('button', { name: 'Remove' })
      .press('Enter');
    await page.getByText('No other residents yet.').waitFor();
    await expect.poll(doorsOfSam).toBeGreaterThanOrEqual(401);
    const { users } = await fixture.manager.listUsers({ unitId: home.unitId, residence: 'former' });
    expect(users.map((user) => user.email)).toEqual([email]);
  });
});
