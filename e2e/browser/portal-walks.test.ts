import { describe, expect, test } from 'vitest';
import { call } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { phone, signInToPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';
import { startWalk } from './walk.ts';

describe.skipIf(hasNoBrowser)('the portal with the keyboard only', () => {
  const fixture = useBrowser();

  test('a pass is created in three presses, shared and ended without losing the focus', async () => {
    const { page } = await signInToPortal(fixture, phone);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const walk = startWalk(page);
    await walk.enter(page.getByRole('button', { name: 'Let someone in' }));
    await walk.expectFocus(page.getByRole('heading', { name: 'Let someone in' }));
    await page.getByRole('button', { name: 'Create pass' }).waitFor();
    await walk.enter(page.getByRole('button', { name: 'Create pass' }));
    await walk.expectFocus(page.getByRole('heading', { name: 'The pass is ready' }));

    await walk.enter(page.getByRole('button', { name: 'Copy link' }));
    await walk.expectFocus(page.getByRole('button', { name: 'Copied' }));
    const link = String(await page.evaluate('navigator.clipboard.readText()'));
    expect((await call(link)).status).toBe(200);
    await walk.enter(page.getByRole('button', { name: 'Done' }));
    await walk.expectFocus(page.getByRole('heading', { name: 'Let someone in' }));

    const end = page.getByRole('button', { name: /^End pass/ });
    await walk.enter(end);
    await end.waitFor({ state: 'detached' });
    await walk.expectFocus(page.getByRole('heading', { name: 'Active passes' }));
    expect((await call(link)).status).toBe(410);
    expect(walk.faults).toEqual([]);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('a pass is created for the garage only, for eight hours and with a name', async () => {
    const { page, home } = await signInToPortal(fixture, phone);
    const walk = startWalk(page);
    await walk.enter(page.getByRole('button', { name: 'Let someone in' }));
    await walk.reach(page.getByLabel('Main door'));
    await walk.press('Space');
    await walk.reach(page.getByLabel('2 hours'));
    await walk.press('ArrowRight');
    expect(await page.getByLabel('8 hours').isChecked()).toBe(true);
    await walk.reach(page.getByLabel('Guest’s name (optional)'));
    await walk.type('Robin');
    const made = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.keyboard.press('Enter');
    expect(await (await made).json()).toMatchObject({
      pass: { accessPointIds: [home.garage.id], guestName: 'Robin' },
    });
    await walk.expectFocus(page.getByRole('heading', { name: 'The pass is ready' }));
    expect(walk.faults).toEqual([]);
  });

  test('a tab keeps the focus, and the back button moves it to the page’s title', async () => {
    const { page } = await signInToPortal(fixture, phone);
    const walk = startWalk(page);
    for (const [tab, title] of [
      ['Guests', 'Let someone in'],
      ['Calls', 'Calls'],
      ['Settings', 'Settings'],
    ] as const) {
      await walk.enter(page.getByRole('link', { name: tab }));
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await walk.expectFocus(page.getByRole('link', { name: tab }));
    }
    await walk.enter(page.getByRole('link', { name: 'Doors' }));
    await walk.enter(page.getByRole('button', { name: 'Let someone in' }));
    await walk.expectFocus(page.getByRole('heading', { name: 'Let someone in' }));
    await page.goBack();
    await walk.expectFocus(page.getByRole('heading', { name: /^Hello/ }));
    expect(walk.faults).toEqual([]);
  });

  test('confirmations and cancellations return the focus', async () => {
    const { page } = await signInToPortal(fixture, phone);
    const walk = startWalk(page);
    await walk.enter(page.getByRole('link', { name: 'Settings' }));
    const change = page.getByRole('button', { name: 'Change phone number' });
    await walk.enter(change);
    await walk.expectFocus(page.getByLabel('New phone number'));
    await walk.enter(page.getByRole('button', { name: 'Cancel' }));
    await walk.expectFocus(change);

    const details = page.getByRole('form', { name: 'My details' });
    await walk.reach(details.getByLabel('First name'));
    await walk.type('Robin');
    const save = details.getByRole('button', { name: /^Saved?$/ });
    await walk.enter(save);
    await details.getByRole('button', { name: 'Saved' }).waitFor();
    await walk.expectFocus(save);
    expect(walk.faults).toEqual([]);
  });
});
