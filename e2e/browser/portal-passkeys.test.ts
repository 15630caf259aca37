import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { receiveMail } from '../client/mailbox.ts';
import { password } from '../client/resident.ts';
import { findFaults } from './find-faults.ts';
import { enterPortal, moveIn, phone } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** An authenticator of the browser that confirms each request at once, unless the person is absent. */
interface VirtualAuthenticator {
  setPresence(isPresent: boolean): Promise<void>;
}

/** Gives a page an authenticator like that of a phone. */
async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresence: async (enabled) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}

describe.skipIf(hasNoBrowser)('a resident with a passkey', () => {
  const fixture = useBrowser();

  async function openSettings(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Add passkey' }).waitFor();
  }

  /** Signs out. The device then answers no suggestion. */
  async function signOut(page: Page, authenticator: VirtualAuthenticator): Promise<void> {
    await authenticator.setPresence(false);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  }

  /** Signs a new resident in by password, in a page with an authenticator. */
  async function signIn() {
    const home = await moveIn(fixture);
    const page = await fixture.open(phone);
    const authenticator = await addAuthenticator(page);
    await page.goto(fixture.system.local.residentUrl);
    await enterPortal(page, home.email);
    return { page, home, authenticator };
  }

  test('adds it in the settings, signs in with it, and removes it', async () => {
    const { page, home, authenticator } = await signIn();
    await openSettings(page);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('Passkey added.').waitFor();
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove: / }) });
    await row.getByText('Chrome, Linux').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    const notice = await receiveMail(fixture.system.local.mailboxUrl, home.email);
    expect(notice.subject).toBe('A passkey was added to your account');

    // The person is present, so the device answers the suggestion of the e-mail field at once.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await row.getByText(/^Last used/).waitFor();

    await signOut(page, authenticator);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await authenticator.setPresence(true);
    await row.getByText(/^Last used/).waitFor();
    await row.getByRole('button', { name: /^Remove: / }).click();
    await row.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No passkeys yet.').waitFor();
    await signOut(page, authenticator);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await authenticator.setPresence(true);
    await page.getByText('This passkey does not work here any more.').waitFor();
  });

  test('enters the password some time after the log-in', async () => {
    const { page } = await signIn();
    await openSettings(page);
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
