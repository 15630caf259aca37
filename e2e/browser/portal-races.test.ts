import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { holdRequests, loseAnswer } from './hold-requests.ts';
import { phone, signInToPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('quick presses in the portal', () => {
  const fixture = useBrowser();

  async function openSettings(): Promise<Page> {
    const { page } = await signInToPortal(fixture, phone);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('form', { name: 'My details' }).waitFor();
    return page;
  }

  test('text typed while an invite is being sent remains for the next one', async () => {
    const page = await openSettings();
    const form = page.getByRole('form', { name: 'Invite a household member' });
    const [first, second] = [1, 2].map((n) => `hurried.${n}.${randomUUID()}@example.test`) as [
      string,
      string,
    ];
    const held = await holdRequests(page, { method: 'POST', path: '/occupants' });
    await form.getByLabel('E-mail').fill(first);
    await form.getByLabel('Name (optional)').fill('Sam');
    await form.getByRole('button', { name: 'Send invite' }).click();
    await held.arrived;
    await form.getByLabel('E-mail').fill(second);
    held.release();
    await page.getByText(`Invite sent to ${first}.`).waitFor();
    expect(await form.getByLabel('E-mail').inputValue()).toBe(second);
    expect(await form.getByLabel('Name (optional)').inputValue()).toBe('');
  });

  test('text typed during a save remains, is not reported as saved, and is saved next', async () => {
    const page = await openSettings();
    const form = page.getByRole('form', { name: 'My details' });
    const held = await holdRequests(page, { method: 'PATCH', path: '/me' });
    await form.getByLabel('First name').fill('Robin');
    await form.getByRole('button', { name: 'Save' }).click();
    await held.arrived;
    await form.getByLabel('Last name').fill('Typed Meanwhile');
    const save = form.getByRole('button', { name: /^Saved?$/ });
    expect(await save.isDisabled()).toBe(true);
    held.release();
    await expect.poll(() => save.isEnabled()).toBe(true);
    expect(await save.textContent()).toBe('Save');
    expect(await form.getByLabel('Last name').inputValue()).toBe('Typed Meanwhile');
    await save.click();
    await form.getByRole('button', { name: 'Saved' }).waitFor();
    expect(held.count).toBe(2);
    expect(await form.getByRole('alert').count()).toBe(0);
  });

  test('the last of two successive choices of a language wins', async () => {
    const page = await openSettings();
    const held = await holdRequests(page, { method: 'PATCH', path: '/me' });
    await page.getByLabel('Language').selectOption('de');
    await held.arrived;
    await page.getByLabel('Sprache').selectOption('fr');
    expect(held.count).toBe(1);
    const answered = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('"fr"') === true && answer.ok(),
    );
    held.release();
    expect(await (await answered).json()).toMatchObject({ resident: { locale: 'fr' } });
  });

  test('a change of the phone number sends one code, and does not ask for it after a cancellation', async () => {
    const page = await openSettings();
    const held = await holdRequests(page, { method: 'POST', path: '/me/phone' });
    await page.getByRole('button', { name: 'Change phone number' }).click();
    await page.getByLabel('New phone number').fill('+1 646 555 0142');
    // The second press comes before the next render.
    await page.getByRole('button', { name: 'Send code' }).evaluate((button: { click: () => void }) => {
      button.click();
      button.click();
    });
    await held.arrived;
    await page.getByRole('button', { name: 'Cancel' }).click();
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/me/phone'));
    held.release();
    await (await answered).finished();
    await page.getByRole('button', { name: 'Change phone number' }).waitFor();
    expect(await page.getByLabel('Six-digit code').count()).toBe(0);
    expect(held.count).toBe(1);
  });

  test('a pass after a lost answer is created once, and its PIN remains after a visit to another page', async () => {
    const { page } = await signInToPortal(fixture, phone);
    await page.getByRole('button', { name: 'Let someone in' }).click();
    await loseAnswer(page, { method: 'POST', path: '/access/passes' });
    await page.getByLabel('Guest’s name (optional)').fill('Robin');
    await page.getByRole('button', { name: 'Create pass' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Create pass' }).click();
    await page.getByRole('heading', { name: 'The pass is ready' }).waitFor();
    const ends = page.getByRole('button', { name: 'End pass: Robin' });
    await ends.first().waitFor();
    expect(await ends.count()).toBe(1);

    await page.getByRole('link', { name: 'Calls' }).click();
    await page.getByRole('heading', { name: 'Calls' }).waitFor();
    await page.getByRole('link', { name: 'Guests' }).click();
    await page.getByText(/^PIN \d{6}$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Create pass' }).waitFor();
  });
});
