import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { linkIn, receiveMail } from '../client/mailbox.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { password } from '../client/resident.ts';
import { findFaults } from './find-faults.ts';
import { addDoor, pulsesOf, setDoor, signInToPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

const phone = { viewport: { width: 375, height: 667 }, reducedMotion: 'reduce' } as const;

describe.skipIf(hasNoBrowser)('a resident with a phone', () => {
  const fixture = useBrowser();

  const press = (page: Page, door: RegExp): Promise<void> => page.getByRole('button', { name: door }).click();

  test('joins by the link of a mail, is signed in, and opens a door exactly once', async () => {
    const email = `story.${randomUUID()}@example.test`;
    const { property, invite } = await inviteToNewUnit(fixture.manager, 'Story Court', email);
    const door = await addDoor(fixture, property.id, 'Main door');
    await fixture.manager.dispatch(invite.id);
    const link = linkIn(await receiveMail(fixture.system.local.mailboxUrl, email));

    const page = await fixture.open(phone);
    await page.goto(link);
    expect(await fixture.reader.findBarriers()).toEqual([]);
    await page.getByLabel('First name').fill('Jordan');
    await page.getByLabel('Last name').fill('Reyes');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button').click();
    await page.getByRole('link', { name: 'Open my doors' }).click();
    await page.getByRole('heading', { name: 'Hello Jordan' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);

    await press(page, /Main door/);
    await page.getByRole('button', { name: /Main door.*Opened/s }).waitFor();
    expect(await pulsesOf(fixture, door)).toBe(1);
    expect(await fixture.manager.readInvite(invite.id)).toMatchObject({ status: 'ACCEPTED' });
    const query = new URLSearchParams({ accessPointId: door.id });
    const events = fixture.manager.call<{ accessEvents: object[] }>(`/access-events?${query.toString()}`);
    expect((await bodyOf(events, 200)).accessEvents).toMatchObject([{ decision: 'GRANTED', method: 'APP' }]);
  });

  test('sees the state of each door: slow, open, without an answer, answering twice', async () => {
    const { page, home } = await signInToPortal(fixture, phone);
    await setDoor(fixture, home.main, { behaviour: 'slow', delayMs: 5000 });
    // The clock of the phone is wrong.
    await page.clock.setSystemTime(Date.now() + 60_000);
    // A second press while the command runs sends nothing.
    const door = `[...document.querySelectorAll('button')].find((each) => each.textContent.includes('Main door'))`;
    await page.getByRole('button', { name: /Main door/ }).waitFor();
    await page.evaluate(`${door}.click(), ${door}.click()`);
    await page.getByRole('button', { name: /Main door.*Opening/s }).waitFor();
    await page.getByRole('button', { name: /Main door.*Opened/s }).waitFor();
    expect(await pulsesOf(fixture, home.main)).toBe(1);

    await setDoor(fixture, home.garage, { behaviour: 'silent' });
    await press(page, /Garage/);
    await page.getByText('The door did not answer.').waitFor();
    expect(await pulsesOf(fixture, home.garage)).toBe(0);
    expect(await findFaults(fixture.reader)).toEqual([]);

    await setDoor(fixture, home.garage, { behaviour: 'twice' });
    await press(page, /Garage/);
    await page.getByRole('button', { name: /Garage.*Opened/s }).waitFor();
    expect(await pulsesOf(fixture, home.garage)).toBe(1);
  });

  test('sees why a door stays closed after losing access to it', async () => {
    const { page, home } = await signInToPortal(fixture, phone);
    // The list still shows the door when the access ends; a later list omits it.
    await page.getByRole('button', { name: /Garage/ }).waitFor();
    await bodyOf(fixture.manager.call(`/access-points/${home.garage.id}`, { method: 'DELETE' }), 204);
    await press(page, /Garage/);
    await page.getByText('You can no longer open this door.').waitFor();
    expect(await page.getByText('Opened', { exact: true }).count()).toBe(0);
    expect(await pulsesOf(fixture, home.garage)).toBe(0);
  });
});
