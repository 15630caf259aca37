import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** Sends a request from within a page, so that the browser decides on cookies and `Origin`. */
const statusOf = (page: Page, method: string, path: string): Promise<number> =>
  page.evaluate(async (init) => (await fetch(init.path, { method: init.method })).status, { method, path });

describe.skipIf(hasNoBrowser)('an operator with a browser', () => {
  const fixture = useBrowser();

  test('logs in at the identity provider, uses the Admin API, and logs out', async () => {
    const { portalUrl, staff } = fixture.system.local;
    const page = await fixture.open();
    await page.goto(`${portalUrl}/api/admin/auth/login?returnTo=/docs/errors`);
    await page.getByLabel('E-mail').fill(staff.email);
    await page.getByLabel('Password').fill(staff.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${portalUrl}/docs/errors`);

    expect(await statusOf(page, 'GET', '/api/admin/stats')).toBe(200);
    const cookies = await page.context().cookies(portalUrl);
    const session = cookies.find(({ name }) => name === 'pas_session_DEV');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 });
    // An empty body is refused only for its fields: the origin was accepted.
    expect(await statusOf(page, 'POST', '/api/admin/properties')).toBe(422);
    expect(await statusOf(page, 'POST', '/api/admin/auth/logout')).toBe(200);
    expect(await statusOf(page, 'GET', '/api/admin/stats')).toBe(401);
  });
});
