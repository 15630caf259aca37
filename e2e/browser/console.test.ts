import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { receiveMail } from '../client/mailbox.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';
import { findFaults } from './find-faults.ts';
import { fillInvite, newUnitBox, unitField } from './invite-form.ts';
import { signInToConsole } from './sign-in-to-console.ts';

describe.skipIf(hasNoBrowser)('the console', () => {
  const fixture = useBrowser();
  const signIn = (path = '') => signInToConsole(fixture, path);

  test('invites a person with the keyboard only, and shows the timeline in the drawer', async () => {
    const property = await fixture.manager.createProperty(`Desk ${randomUUID()}`);
    const page = await signIn('/invites');
    const email = `fixture.${randomUUID()}@example.test`;
    await page.getByRole('button', { name: 'Invite resident' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Building').selectOption(property.id);
    await unitField(page).focus();
    await page.keyboard.type('Apt 9Z');
    await newUnitBox(page).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    for (const text of ['Jordan Reyes', email]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByText('Timeline').waitFor();
    expect(await receiveMail(fixture.system.local.mailboxUrl, email)).toMatchObject({ to: email });
    await page.getByText(/^Invite by e-mail to .* (was sent|arrived)$/).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);

    await page.getByRole('tab', { name: 'Message' }).click();
    await page.getByLabel('Message', { exact: true }).getByText('/join/').waitFor();
    await page.getByRole('tab', { name: 'API' }).click();
    const curl = page.getByLabel('Request');
    expect(await curl.textContent()).toMatch(/\/api\/admin\/onboarding\/invites\/inv_\w+'$/);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('shows a building as a picture, and opens a unit with its residents and a preview of a move-out', async () => {
    const name = `Tower ${randomUUID()}`;
    const property = await fixture.manager.createProperty(name);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 4B');
    await fixture.manager.ensureUnit(property.id, 'Apt 12A');
    const email = `tower.${randomUUID()}@example.test`;
    const body = { kind: 'RESIDENT', email, residence: { unitId: unit.id } };
    await bodyOf(fixture.manager.call('/users', { body }), 201);
    const page = await signIn('/buildings');
    await page.getByLabel('Search by name').fill(name);
    await page.getByRole('link', { name }).click();
    const occupied = page.getByRole('button', { name: /, occupied$/ }).first();
    await occupied.waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await occupied.click();
    await page
      .getByRole('button', { name: /^Move out/ })
      .first()
      .click();
    await page.getByText('Nothing has changed yet').waitFor();
    await page.getByText('Sessions that end').waitFor();
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Units' }).click();
    await page.getByRole('table', { name: 'Units' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('shows the second of two editors the first one’s changes, and saves the decision', async () => {
    const property = await fixture.manager.createProperty(`Twice ${randomUUID()}`);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 7C');
    const path = `/units/${unit.id}`;
    const page = await signIn();
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('Settings');
    await page.getByRole('button', { name: /^Settings/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();

    await page.goto(`${fixture.system.local.consoleUrl}/buildings/${property.id}?open=${unit.id}`);
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.getByLabel('External id').fill('mine');
    await bodyOf(fixture.manager.call(path, { method: 'PATCH', body: { floor: '7th' } }), 200);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this' });
    await conflict.getByText('7th').waitFor();
    await page.getByRole('button', { name: 'Save mine' }).press('Enter');
    await page.getByText('Unit saved.').waitFor();
    const { body } = await fixture.manager.call(path);
    expect(body).toMatchObject({ unit: { externalId: 'mine', floor: '7th' } });
  });

  test('keeps the typed values when the session ends during a form', async () => {
    const { id: propertyId } = await fixture.manager.createProperty(`Kept ${randomUUID()}`);
    const page = await signInToConsole(fixture, '/invites', { isAlone: true });
    await fillInvite(page, { propertyId, unit: 'Apt 7', email: 'kept@example.test' });
    const session = await page.evaluate(
      'fetch("/api/admin/auth/logout", { method: "POST" }).then((a) => a.status)',
    );
    expect(session).toBe(200);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('link', { name: 'Sign in again' }).click();
    const isIn = () => page.evaluate('fetch("/api/admin/auth/session").then((answer) => answer.ok)');
    await expect.poll(isIn).toBe(true);
    await page.bringToFront();
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' });
    expect(await unitField(page).inputValue()).toBe('Apt 7');
  });
});
