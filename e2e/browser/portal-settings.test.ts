import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { endOtherSessions } from '../client/end-other-sessions.ts';
import { bodyOf, call } from '../client/http-call.ts';
import { receiveMail } from '../client/mailbox.ts';
import { logIn } from '../client/new-resident.ts';
import { password } from '../client/resident.ts';
import { findFaults } from './find-faults.ts';
import { addDoor, phone, signInToPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** Changes the page's title if it is inserted as markup. */
const canary = `<img src="x" onerror="document.title='ran'">`;

describe.skipIf(hasNoBrowser)('the settings of a resident in the portal', () => {
  const fixture = useBrowser();

  async function openSettings(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('This device', { exact: true }).waitFor();
  }

  test('invite a household member, save names and panel display, and download all data', async () => {
    const { page, home } = await signInToPortal(fixture, phone);
    await openSettings(page);
    const email = `flatmate.${randomUUID()}@example.test`;
    const invite = page.getByRole('form', { name: 'Invite a household member' });
    await invite.getByLabel('E-mail').fill(email);
    await invite.getByLabel('Name (optional)').fill('Sam');
    await invite.getByRole('button', { name: 'Send invite' }).click();
    await page.getByText(`Invite sent to ${email}.`).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Sam' }).getByText('Invite pending').waitFor();
    expect((await receiveMail(fixture.system.local.mailboxUrl, email)).text).toContain('/join/');
    expect(await findFaults(fixture.reader)).toEqual([]);

    const details = page.getByRole('form', { name: 'My details' });
    await details.getByLabel('First name').fill('Robin');
    await details.getByLabel('My name on the entry panel').selectOption('Initials');
    await details.getByRole('button', { name: 'Save' }).click();
    await details.getByRole('button', { name: 'Saved' }).waitFor();
    const read = fixture.manager.call<{ user: object }>(`/users/${home.userId}`);
    expect((await bodyOf(read, 200)).user).toMatchObject({ firstName: 'Robin' });

    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const path = await (await file).path();
    const kept = JSON.parse(await readFile(path, 'utf8')) as { userId: string };
    expect(kept.userId).toBe(home.userId);
    await page.getByRole('link', { name: 'Doors' }).click();
    await page.getByRole('heading', { name: 'Hello Robin' }).waitFor();
  });

  test('a save keeps choices that were made on another device meanwhile, and shows them', async () => {
    const { page, home } = await signInToPortal(fixture, phone);
    await openSettings(page);
    const portal = fixture.system.portalOf('DEV');
    const { token: bearer } = await bodyOf(logIn(portal, home.email), 200);
    const change = (path: string, body: object): Promise<object> =>
      bodyOf(call<object>(`${portal}/api/v1/${path}`, { method: 'PATCH', bearer, body }), 200);
    const quietHours = [{ weekdays: ['SAT'], from: '21:00', to: '08:00' }];
    await change('me', { directory: 'NAME' });
    await change('me/calls', { quietHours });

    const details = page.getByRole('form', { name: 'My details' });
    await details.getByLabel('Last name').fill('Moved');
    await details.getByRole('button', { name: 'Save' }).click();
    await details.getByRole('button', { name: 'Saved' }).waitFor();
    await expect.poll(() => details.getByLabel('My name on the entry panel').inputValue()).toBe('NAME');
    const ringing = page.getByRole('form', { name: 'Calls from the door' });
    await ringing.getByLabel('Receive calls').uncheck();
    await ringing.getByRole('button', { name: 'Save' }).click();
    await ringing.getByRole('button', { name: 'Saved' }).waitFor();
    await expect.poll(() => ringing.getByLabel('Quiet hours').isChecked()).toBe(true);
    expect(await change('me', {})).toMatchObject({ resident: { lastName: 'Moved', directory: 'NAME' } });
    expect(await change('me/calls', {})).toEqual({ callSettings: { ring: false, quietHours } });
  });

  test('a new password and a new e-mail address sign in; the old address gets a notice', async () => {
    const { page, home } = await signInToPortal(fixture, phone);
    const { mailboxUrl, residentUrl } = fixture.system.local;
    await openSettings(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('another horse battery');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('The current password is wrong.').waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe('another horse battery');
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Your password is changed.').waitFor();

    const address = page.getByRole('group', { name: 'E-mail', exact: true });
    await address.getByRole('button', { name: 'Change e-mail address' }).click();
    const next = `moved.${randomUUID()}@example.test`;
    await address.getByLabel('New e-mail address').fill(next);
    await address.getByLabel('Current password').fill('another horse battery');
    await address.getByRole('button', { name: 'Send code' }).click();
    await address.getByText(`We sent a six-digit code to ${next}.`).waitFor();
    const { subject } = await receiveMail(mailboxUrl, next);
    await address.getByLabel('Six-digit code').fill(subject.slice(0, 6));
    const faults = await findFaults(fixture.reader);
    expect(faults.filter((text) => !text.includes('status of 403'))).toEqual([]);
    await address.getByRole('button', { name: 'Confirm' }).click();
    await address.getByRole('button', { name: 'Change e-mail address' }).waitFor();
    await address.getByText(next).waitFor();
    expect((await receiveMail(mailboxUrl, home.email)).subject).toBe('Your e-mail address was changed');

    const leave = page.getByRole('button', { name: 'Sign out' });
    await page.route('**/auth/logout', (route) => route.abort());
    await leave.click();
    await page.getByRole('alert').filter({ hasText: 'No answer from the service.' }).waitFor();
    await page.unroute('**/auth/logout');
    await leave.click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(residentUrl);
    await page.getByLabel('E-mail').fill(next);
    await page.getByLabel('Password').fill('another horse battery');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: /^Hello / }).waitFor();
  });

  test('a reported problem with its door reaches the property manager', async () => {
    const { page, home } = await signInToPortal(fixture, phone);
    await openSettings(page);
    const form = page.getByRole('form', { name: 'Report a problem' });
    await form.getByLabel('Door (optional)').selectOption('Garage');
    await form.getByLabel('What happened?').fill('The garage door\nis stuck.');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Your report is with your property manager.').waitFor();
    expect(await form.getByLabel('What happened?').inputValue()).toBe('');
    expect(await findFaults(fixture.reader)).toEqual([]);
    const list = fixture.manager.call<{ reports: object[] }>(`/reports?propertyId=${home.propertyId}`);
    const report = { kind: 'DOOR', text: 'The garage door\nis stuck.', accessPointId: home.garage.id };
    expect((await bodyOf(list, 200)).reports).toMatchObject([{ ...report, unitId: home.unitId }]);
  });

  test('a session that ends during typing loses no input', async () => {
    const { page, home } = await signInToPortal(fixture, phone);
    await page.getByRole('button', { name: 'Let someone in' }).click();
    await page.getByLabel('Guest’s name (optional)').fill('Robin of the long name');
    await endOtherSessions(fixture.system.local.gatewayUrl, home.email);
    // The access token lives for 15 minutes. The next request needs a new one, and has no session to renew
    // it.
    await page.clock.setSystemTime(Date.now() + 16 * 60_000);
    await page.getByRole('button', { name: 'Create pass' }).click();
    await page.getByText('Your input is not lost.').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(home.email);
    expect(await fixture.reader.findBarriers()).toEqual([]);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const typed = page.getByLabel('Guest’s name (optional)');
    await typed.waitFor();
    expect(await typed.inputValue()).toBe('Robin of the long name');
    await page.getByRole('button', { name: 'Create pass' }).click();
    await page.getByRole('button', { name: 'End pass: Robin of the long name' }).waitFor();
  });

  test('an unavailable service is reported, and the page recovers by itself', async () => {
    const { page } = await signInToPortal(fixture, phone);
    const doors = /\/access\/points\?/;
    await page.route(doors, (route) => route.abort());
    await page.reload();
    await page.getByText('No answer from the service. Trying again…').waitFor();
    await page.unroute(doors);
    await page.getByRole('button', { name: /Main door/ }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('the sign-in links to the reset of a forgotten password', async () => {
    const page = await fixture.open(phone);
    await page.goto(fixture.system.local.residentUrl);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.waitForURL(/\/reset$/);
    expect(await fixture.reader.findBarriers()).toEqual([]);
  });

  test('no script in a name runs', async () => {
    const { page, home } = await signInToPortal(fixture, phone);
    await addDoor(fixture, home.propertyId, canary);
    for (const [path, body] of [
      [`/users/${home.userId}`, { firstName: canary, lastName: canary }],
      [`/units/${home.unitId}`, { label: canary }],
      [`/properties/${home.propertyId}`, { name: canary }],
    ] as const) {
      const { headers } = await fixture.manager.call(path);
      const etag = headers.etag ?? '';
      await bodyOf(fixture.manager.call(path, { method: 'PATCH', body, headers: { 'If-Match': etag } }), 200);
    }
    await page.reload();
    await page.getByRole('heading', { name: `Hello ${canary}` }).waitFor();
    await page.getByRole('button', { name: 'Let someone in' }).click();
    await page.getByLabel('Guest’s name (optional)').fill(canary);
    const made = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/access/passes'),
    );
    await page.getByRole('button', { name: 'Create pass' }).click();
    await page.getByRole('button', { name: `End pass: ${canary}` }).waitFor();
    const { pass } = (await (await made).json()) as { pass: { url: string } };
    const expectQuiet = async (): Promise<void> => {
      expect(await page.title()).not.toBe('ran');
      expect(await page.locator('img[src="x"]').count()).toBe(0);
      expect(fixture.reader.complaints).toEqual([]);
    };
    await expectQuiet();
    await page.getByRole('link', { name: 'Calls' }).click();
    await page.getByRole('heading', { name: 'Door openings' }).waitFor();
    await expectQuiet();
    await openSettings(page);
    await expectQuiet();
    await page.goto(pass.url);
    expect(await page.locator('h1').textContent()).toContain(canary);
    await expectQuiet();
  });
});
