import { describe, expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import { enterPortal, moveIn, phone, pulsesOf, signInToPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('the portal on a phone', () => {
  const fixture = useBrowser();

  test('opens a door exactly once, and leaves no token in the browser', async () => {
    const home = await moveIn(fixture);
    const page = await fixture.open({ ...phone, timezoneId: 'Asia/Kolkata' });
    await page.goto(fixture.system.local.residentUrl);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await enterPortal(page, home.email);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('button', { name: /Main door/ }).click();
    await page.getByRole('button', { name: /Main door.*Opened/s }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    expect(await pulsesOf(fixture, home.main)).toBe(1);

    const stored = await page.evaluate<string>(
      'JSON.stringify([localStorage, sessionStorage, document.cookie])',
    );
    expect(stored).not.toMatch(/eyJ|refresh/);
    await page.reload();
    await page.getByRole('button', { name: /Main door/ }).waitFor();

    const listing = page.waitForResponse((answer) => answer.url().includes('/access-events?'));
    await page.getByRole('link', { name: 'Calls' }).click();
    const { accessEvents } = (await (await listing).json()) as { accessEvents: { occurredAt: string }[] };
    const format = JSON.stringify({ hour: 'numeric', minute: '2-digit', timeZone: 'America/New_York' });
    const at = JSON.stringify(accessEvents[0]?.occurredAt);
    const time = await page.evaluate<string>(`new Date(${at}).toLocaleTimeString('en', ${format})`);
    await page.getByRole('listitem').filter({ hasText: 'Main door' }).filter({ hasText: time }).waitFor();
    await page.getByText('Times are those of the building (Eastern Time).').waitFor();
  });

  test('reports a refused door or an unavailable service, and never reports an open door', async () => {
    const { page, home } = await signInToPortal(fixture);
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

    // The page of a call keeps its doors while the call cannot be read.
    await page.unroute(unlock);
    let isFailing = false;
    const ringing = { fromNumber: null, answeredAt: null, answeredByMe: false, endedAt: null };
    const call = { ...ringing, startedAt: new Date().toISOString(), propertyId: home.propertyId };
    await page.route('**/api/v1/calls/call_1', (route) =>
      isFailing ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json: { call } }),
    );
    await page.goto(`${fixture.system.local.residentUrl}/ring?call=call_1`);
    await page.getByRole('heading', { name: 'Someone’s at the door' }).waitFor();
    const door = page.getByRole('button', { name: /Main door/ });
    await door.waitFor();
    isFailing = true;
    await page.getByRole('alert').filter({ hasText: 'The service has a problem.' }).waitFor();
    await door.click();
    await page.getByRole('button', { name: /Main door.*Opened/s }).waitFor();
  });

  test('creates a pass with the keyboard only, shows the PIN, and ends the pass', async () => {
    const { page } = await signInToPortal(fixture);
    await page.getByRole('button', { name: 'Let someone in' }).press('Enter');
    await page.getByRole('button', { name: 'Create pass' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByLabel('Guest’s name (optional)').fill('Robin');
    await page.keyboard.press('Enter');
    await page.getByText(/^PIN \d{6}$/).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('button', { name: 'End pass: Robin' }).click();
    await page.getByRole('button', { name: 'End pass: Robin' }).waitFor({ state: 'detached' });
  });

  test('changes the language, sets quiet hours, and signs out', async () => {
    const { page } = await signInToPortal(fixture);
    await page.getByRole('link', { name: 'Calls' }).click();
    await page.getByRole('heading', { name: 'Calls' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('This device', { exact: true }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
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
    expect(fixture.reader.complaints).toEqual([]);
  });
});
