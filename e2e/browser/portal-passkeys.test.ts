import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { receiveMail } from '../client/mailbox.ts';
import { password } from '../client/resident.ts';
import { findFaults } from './find-faults.ts';
import { enterPortal, moveIn, phone } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** Gives a page an authenticator like that of a phone. It confirms each request immediately. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Runs in the page: makes the browser one that suggests no passkeys in fields. */
const suggestNothing = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false';

describe.skipIf(hasNoBrowser)('a resident with a passkey', () => {
  const fixture = useBrowser();

  /** Signs a new resident in by password, and opens the settings. */
  async function openSettings({ suggests = false } = {}) {
    const home = await moveIn(fixture);
    const page = await fixture.open(phone);
    await addAuthenticator(page);
    if (!suggests) await page.addInitScript(suggestNothing);
    await page.goto(fixture.system.local.residentUrl);
    await enterPortal(page, home.email);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Add passkey' }).waitFor();
    return { page, home };
  }

  const addPasskey = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('Passkey added.').waitFor();
  };

  const rowOf = (page: Page) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove: / }) });

  test('adds it in the settings, signs in with it, and removes it', async () => {
    const { page, home } = await openSettings();
    await addPasskey(page);
    await rowOf(page).getByText('Chrome, Linux').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    const notice = await receiveMail(fixture.system.local.mailboxUrl, home.email);
    expect(notice.subject).toBe('A passkey was added to your account');

    const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn.waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await signIn.click();
    await rowOf(page)
      .getByText(/^Last used/)
      .waitFor();
    await rowOf(page).getByRole('button').click();
    const question = page.getByRole('group', { name: /^Remove: / });
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No passkeys yet.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn.click();
    await page.getByText('This passkey no longer works here.').waitFor();
  });

  test('signs in from the suggestions of the e-mail field', async () => {
    const { page } = await openSettings({ suggests: true });
    await addPasskey(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await rowOf(page)
      .getByText(/^Last used/)
      .waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('enters the password some time after the log-in', async () => {
    const { page } = await openSettings();
    const options = /\/me\/passkeys\/options$/;
    const refusal = { status: 403, json: { code: 'login_too_old', message: 'This needs your password.' } };
    await page.route(options, (route) => route.fulfill(refusal), { times: 1 });
    const form = page.getByRole('form', { name: 'Add passkey' });
    await form.getByRole('button').click();
    const field = form.getByLabel('Your password, to add a passkey');
    await field.fill('not the password');
    await field.press('Enter');
    await form.getByText('The current password is wrong.').waitFor();
    await field.fill(password);
    await field.press('Enter');
    await page.getByText('Passkey added.').waitFor();
    expect(await fixture.reader.findBarriers()).toEqual([]);
  });
});
