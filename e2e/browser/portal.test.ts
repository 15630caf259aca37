import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { password, signUp } from '../client/resident.ts';
import { hasNoBrowser, useDesk } from './use-desk.ts';
import { findFaults } from './find-faults.ts';

describe.skipIf(hasNoBrowser)('the portal on a phone', () => {
  const desk = useDesk();

  /** A resident of a building with two doors, whose controllers answer. */
  async function moveIn() {
    const { property, invite } = await inviteToNewUnit(desk.manager, 'Phone Court');
    const ref = `portal-${randomUUID()}`;
    for (const [name, controllerRef] of [
      ['Main door', ref],
      ['Garage', `${ref}-2`],
    ]) {
      const controller = { adapter: 'nats', ref: controllerRef };
      const body = { propertyId: property.id, name, kind: 'DOOR', controller };
      await bodyOf(desk.manager.call('/access-points', { body }), 201);
    }
    const email = `phone.${randomUUID()}@example.test`;
    await bodyOf(signUp(desk.system.portalOf('DEV'), { inviteToken: invite.token, email }), 201);
    return { email, ref };
  }

  async function signIn() {
    const { residentUrl } = desk.system.local;
    const { email, ref } = await moveIn();
    const page = await desk.open({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });
    await page.goto(residentUrl);
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: /^Hello / }).waitFor();
    return { page, ref };
  }

  test('opens a door, and the door has pulsed once; no token stays in the browser', async () => {
    const { page, ref } = await signIn();
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByRole('button', { name: /Main door/ }).click();
    await page.getByRole('button', { name: /Main door.*Opened/s }).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    const { body } = await call(`${desk.system.local.sandboxUrl}/doors/${ref}`);
    expect(body).toMatchObject({ door: { pulses: 1 } });

    const stored = await page.evaluate<string>(
      'JSON.stringify([localStorage, sessionStorage, document.cookie])',
    );
    expect(stored).not.toMatch(/eyJ|refresh/);
    await page.reload();
    await page.getByRole('button', { name: /Main door/ }).waitFor();
  });

  test('says so when a door is refused or the service is away, and never that it opened', async () => {
    const { page } = await signIn();
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
    const { page } = await signIn();
    await page.getByRole('button', { name: 'Let somebody in' }).press('Enter');
    await page.getByRole('button', { name: 'Create pass' }).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByLabel('Name of the guest (optional)').fill('Robin');
    await page.keyboard.press('Enter');
    await page.getByText(/^PIN \d{6}$/).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByRole('button', { name: 'End pass: Robin' }).click();
    await page.getByRole('button', { name: 'End pass: Robin' }).waitFor({ state: 'detached' });
  });

  test('speaks the chosen language, sets quiet hours, and signs out', async () => {
    const { page } = await signIn();
    await page.getByRole('link', { name: 'Calls' }).click();
    await page.getByRole('heading', { name: 'Who rang' }).waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('This device').waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByLabel('Quiet at night').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    await page.getByLabel('Quiet at night').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(desk.reader.complaints).toEqual([]);
  });

  test('is where a person ends who has joined by the link of an invite, signed in', async () => {
    const email = `joins.${randomUUID()}@example.test`;
    const { invite } = await inviteToNewUnit(desk.manager, 'Welcome Court', email);
    const page = await desk.open({ viewport: { width: 375, height: 667 }, reducedMotion: 'reduce' });
    await page.goto(invite.inviteUrl);
    await page.getByLabel('First name').fill('Jordan');
    await page.getByLabel('Last name').fill('Reyes');
    const mail = page.getByLabel('E-mail');
    if ((await mail.count()) > 0 && (await mail.inputValue()) === '') await mail.fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button').click();
    await page.getByRole('link', { name: 'Open my doors' }).click();
    await page.getByRole('heading', { name: 'Hello Jordan' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/portal');
    expect(await findFaults(desk.reader)).toEqual([]);
  });
});
