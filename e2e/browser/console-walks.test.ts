import { randomUUID } from 'node:crypto';
import { drillSize } from '@pas/testing/drill-size';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { newUnitBox } from './invite-form.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';
import { startWalk, type Walk } from './walk.ts';

/** Kinds of passes: label, value and holders. */
const kinds = [
  ['Vendor', 'VENDOR', ['Northside Plumbing', 'Robin Reyes', 'Sam Ito']],
  ['Carrier', 'CARRIER', ['Swift Parcels']],
  ['Tour', 'TOUR', ['Ada Lind', 'Kim Oh']],
] as const;

interface Passes {
  passes: { kind: string; holders: { name: string }[] }[];
}

describe.skipIf(hasNoBrowser)('the console with the keyboard only', () => {
  const fixture = useBrowser();

  /** Adds a building with a gate that sorts first in lists of choices. */
  async function addBuilding(): Promise<{ id: string; name: string }> {
    // Each name sorts before those of earlier tests.
    const name = `! ${9e15 - Date.now()} Walk`;
    const { id } = await fixture.manager.createProperty(name);
    const controller = { adapter: 'nats', ref: `walk-${randomUUID()}` };
    const body = { propertyId: id, name: 'Walked gate', kind: 'GATE', controller };
    await bodyOf(fixture.manager.call('/access-points', { body }), 201);
    return { id, name };
  }

  async function passesOf(propertyId: string): Promise<Passes['passes']> {
    const path = `/passes?propertyId=${propertyId}`;
    return (await bodyOf(fixture.manager.call<Passes>(path), 200)).passes;
  }

  /** Presses Tab through all controls of the dialog, back to the first. */
  async function goRound(page: Page, walk: Walk): Promise<void> {
    const stops =
      'document.querySelectorAll("[aria-modal=true] :is(a, button, input, select, [tabindex])").length';
    const count = Number(await page.evaluate(stops));
    for (let step = 0; step < count; step += 1) await walk.press('Tab');
  }

  async function fillPass(page: Page, walk: Walk, names: readonly string[]): Promise<void> {
    const form = page.getByRole('dialog', { name: 'New pass' });
    for (const [index, name] of names.entries()) {
      const label = index === 0 ? 'Name' : `Name ${index + 1}`;
      if (index > 0) await walk.enter(form.getByRole('button', { name: 'Add person' }));
      await walk.expectFocus(form.getByLabel(label, { exact: true }));
      await walk.type(name);
    }
  }

  test.each(kinds.slice(0, drillSize({ short: 1, long: kinds.length })))(
    'a pass for a %s: a link for each person, and its end',
    async (label, kind, names) => {
      const { id } = await addBuilding();
      const page = await signInToConsole(fixture, `/passes?propertyId=${id}`);
      const walk = startWalk(page);
      const create = page.getByRole('button', { name: 'New pass' });
      await walk.enter(create);
      const dialog = page.getByRole('dialog', { name: 'New pass' });
      await dialog.getByLabel('Walked gate').waitFor();
      await fillPass(page, walk, names);
      await goRound(page, walk);
      const select = dialog.getByLabel('Kind');
      await walk.reach(select);
      await walk.press(label.charAt(0));
      await expect.poll(() => select.inputValue()).toBe(kind);
      expect(await findFaults(fixture.reader)).toEqual([]);
      await walk.enter(dialog.getByRole('button', { name: 'Create pass' }));

      await dialog.getByText('Give this to the holders.').waitFor();
      await walk.expectFocus(dialog.getByRole('heading', { name: 'New pass' }));
      expect(await dialog.getByText(/^PIN \d{6}$/).count()).toBe(names.length);
      await walk.reach(dialog.getByRole('button', { name: 'Copy link' }).last());
      await goRound(page, walk);
      await walk.enter(dialog.getByRole('button', { name: 'Close' }));
      await dialog.waitFor({ state: 'detached' });
      await walk.expectFocus(create);
      expect(await passesOf(id)).toMatchObject([{ kind, holders: names.map((name) => ({ name })) }]);

      const end = page.getByRole('button', { name: `End the pass of ${names.join(', ')}` });
      const sure = page.getByRole('dialog', { name: /^End the pass/ });
      await walk.enter(end);
      await walk.expectFocus(sure.getByRole('button', { name: 'Cancel' }));
      await page.keyboard.press('Escape');
      await sure.waitFor({ state: 'detached' });
      await walk.expectFocus(end);
      await walk.enter(end);
      await walk.enter(sure.getByRole('button', { name: 'End', exact: true }));
      await end.waitFor({ state: 'detached' });
      await walk.expectFocus(page.getByRole('heading', { name: 'Passes', level: 1 }));
      expect(await passesOf(id)).toEqual([]);
      expect(walk.faults).toEqual([]);
    },
  );

  test('a drawer and the search return the focus to its origin', async () => {
    const { id, name } = await addBuilding();
    const page = await signInToConsole(fixture, `/doors?propertyId=${id}`);
    const walk = startWalk(page);
    const row = page.getByRole('row', { name: /Walked gate/ });
    await walk.enter(row);
    const drawer = page.getByRole('dialog', { name: 'Walked gate' });
    await drawer.getByRole('tab', { name: 'API' }).waitFor();
    await walk.reach(drawer.getByRole('tab', { name: 'Overview' }));
    await walk.press('ArrowRight');
    await goRound(page, walk);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await walk.expectFocus(row);

    await page.keyboard.press('ControlOrMeta+k');
    const search = page.getByRole('searchbox', { name: /^Search residents/ });
    await walk.expectFocus(search);
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    await walk.expectFocus(row);

    await walk.enter(page.getByRole('link', { name: 'Buildings', exact: true }));
    await walk.reach(page.getByLabel('Search by name'));
    await walk.type(name);
    // Rows of the previous list would lose the focus when they disappear.
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await walk.enter(page.getByRole('row', { name }));
    await walk.expectFocus(page.getByRole('heading', { name, level: 1 }));
    expect(walk.faults).toEqual([]);
  });

  test('an invite: its drawer takes the focus, and returns it on close', async () => {
    const { id } = await addBuilding();
    const page = await signInToConsole(fixture, `/invites?propertyId=${id}`);
    const walk = startWalk(page);
    const email = `walk.${randomUUID()}@example.test`;
    await walk.enter(page.getByRole('button', { name: 'Invite resident' }));
    const form = page.getByRole('dialog', { name: 'Invite resident' });
    await form.getByLabel('Building').waitFor();
    await goRound(page, walk);
    await walk.reach(form.getByLabel('Unit'));
    await walk.type('Apt 9Z');
    await walk.reach(newUnitBox(page));
    await walk.press('Space');
    await walk.reach(form.getByLabel('E-mail'));
    await walk.type(email);
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: email });
    await drawer.getByText('Timeline').waitFor();
    await drawer.locator(':focus').waitFor();
    await walk.reach(drawer.getByRole('tab', { name: 'Overview' }));
    await goRound(page, walk);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.locator('main').locator(':focus').waitFor();
    expect(walk.faults).toEqual([]);
  });

  test('a key is created, shown once, opened and revoked', async () => {
    const name = `Walked key ${randomUUID()}`;
    const page = await signInToConsole(fixture, '/api-keys');
    const walk = startWalk(page);
    const create = page.getByRole('button', { name: 'New key' });
    await walk.enter(create);
    const form = page.getByRole('dialog', { name: 'New API key' });
    await walk.expectFocus(form.getByLabel('Name of the program'));
    await walk.type(name);
    await walk.reach(form.getByLabel('Buildings', { exact: true }));
    await walk.press('ArrowDown');
    await walk.reach(form.getByRole('button', { name: 'Create key' }));
    await page.keyboard.press('Enter');
    await page.getByLabel('Secret').waitFor();
    await walk.reach(page.getByRole('button', { name: 'Copy secret' }));
    await walk.enter(form.getByRole('button', { name: 'Close' }));
    await walk.expectFocus(create);

    await walk.enter(page.getByRole('row', { name }));
    const drawer = page.getByRole('dialog', { name, exact: true });
    await walk.enter(drawer.getByRole('button', { name: 'Revoke' }));
    const sure = page.getByRole('dialog', { name: `Revoke ${name}` });
    await walk.expectFocus(sure.getByRole('button', { name: 'Cancel' }));
    await walk.enter(sure.getByRole('button', { name: 'Revoke' }));
    await sure.waitFor({ state: 'detached' });
    await drawer.locator(':focus').waitFor();
    await goRound(page, walk);
    expect(walk.faults).toEqual([]);
  });

  test('an import is checked, executed and undone', async () => {
    const { id, name } = await addBuilding();
    const page = await signInToConsole(fixture, '/imports');
    const walk = startWalk(page);
    const person = `Jo,Reyes,walk.${randomUUID()}@example.test`;
    const rows = ['Property,Apt,First name,Last name,Mail', `${name},1A,${person}`];
    const buffer = Buffer.from(rows.join('\n'));
    // The browser's file dialog is not part of the page.
    await page.getByLabel('Drop a file').setInputFiles({ name: 'walk.csv', mimeType: 'text/csv', buffer });
    await walk.reach(page.getByLabel('Building'));
    await walk.enter(page.getByRole('button', { name: 'Check the file' }));
    await walk.enter(page.getByRole('button', { name: 'Import', exact: true }));
    await page.getByText(/^1 rows? done/).waitFor();
    expect((await fixture.manager.listUsers({ propertyId: id })).total).toBe(1);
    await walk.enter(page.getByRole('button', { name: 'Undo this import' }));
    const sure = page.getByRole('dialog');
    await walk.expectFocus(sure.getByRole('button', { name: 'Cancel' }));
    await walk.enter(sure.getByRole('button', { name: 'Undo this import' }));
    await page.getByText(/^Undone: 1 row/).waitFor();
    await page.locator('main').locator(':focus').waitFor();
    expect(walk.faults).toEqual([]);
  });
});
