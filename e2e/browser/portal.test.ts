import { describe, expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import { enterPortal, moveIn, phone, pulsesOf, signInToPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useDesk } from './use-desk.ts';

describe.skipIf(hasNoBrowser)('the portal on a phone', () => {
  const desk = useDesk();

  test('opens a door, and the door has pulsed once; no token stays in the browser', async () => {
    const home = await moveIn(desk);
    const page = await desk.open(phone);
    await page.goto(desk.system.local.residentUrl);
    expect(await findFaults(desk.reader)).toEqual([]);
    await enterPortal(page, home.email);
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByRole('button', { name: /Main door/ }).click();
    await page.getByRole('button', { name: /Main door.*Opened/s }).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    expect(await pulsesOf(desk, home.main)).toBe(1);

    const stored = await page.evaluate<string>(
      'JSON.stringify([localStorage, sessionStorage, document.cookie])',
    );
    expect(stored).not.toMatch(/eyJ|refresh/);
    await page.reload();
    await page.getByRole('button', { name: /Main door/ }).waitFor();
  });

  test('says so when a door is refused or the service is away, and never that it opened', async () => {
    const { page } = await signInToPortal(desk);
    const unlock = /\/unlock$/;
    await page.route(unlock, (route) => route.abort());
    await page.getByRole('button', { name: /Main door/ }).click();
    await page.getByText('The door did not answer.').waitFor();
    await page.unroute(unlock);
    const body = JSON.stringify({ code: 'outside_schedule', message: 'The garage is closed now.' });
    await page.route(unlock, (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body }),
    );
    await page.getByRole('button', { name: /Garage/ }).click();
    await page.getByText('The garage is closed now.').waitFor();
    expect(await page.getByText('Opened', { exact: true }).count()).toBe(0);
  });

  test('lets somebody in by the keyboard alone, shows the PIN, and takes the pass back', async () => {
    const { page } = await signInToPortal(desk);
    await page.getByRole('button', { name: 'Let someone in' }).press('Enter');
    await page.getByRole('button', { name: 'Create pass' }).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByLabel('Guest’s name (optional)').fill('Robin');
    await page.keyboard.press('Enter');
    await page.getByText(/^PIN \d{6}$/).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByRole('button', { name: 'End pass: Robin' }).click();
    await page.getByRole('button', { name: 'End pass: Robin' }).waitFor({ state: 'detached' });
  });

  test('speaks the chosen language, sets quiet hours, and signs out', async () => {
    const { page } = await signInToPortal(desk);
    await page.getByRole('link', { name: 'Calls' }).click();
    await page.getByRole('heading', { name: 'Calls' }).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('This device', { exact: true }).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    const ringing = page.getByRole('form', { name: 'Calls from the door' });
    await ringing.getByLabel('Quiet hours').check();
    await ringing.getByRole('button', { name: 'Save' }).click();
    await ringing.getByRole('button', { name: 'Saved' }).waitFor();
    await ringing.getByLabel('Quiet hours').uncheck();
    await ringing.getByRole('button', { name: 'Save' }).click();
    await ringing.getByRole('button', { name: 'Saved' }).waitFor();
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(desk.reader.complaints).toEqual([]);
  });
});
