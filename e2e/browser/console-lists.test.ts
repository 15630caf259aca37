import { randomUUID } from 'node:crypto';
import { demoTenants } from '@pas/tools/local-system/demo/buildings';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { actAsManager, inviteToNewUnit } from '../client/property-manager.ts';
import { findFaults, findHorizontalScrolling } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** Maximum number of buildings in one answer of the service. */
const onePage = 200;

describe.skipIf(hasNoBrowser)('the lists of the console', () => {
  const fixture = useBrowser();

  /** Invites a person to a new building, so that its list of invites has one row. */
  async function openInvites(width?: number): Promise<{ page: Page; email: string }> {
    const email = `list.${randomUUID()}@example.test`;
    const { property } = await inviteToNewUnit(fixture.manager, `List ${randomUUID()}`, email);
    const path = `/invites?propertyId=${property.id}`;
    const page = await signInToConsole(fixture, path, width === undefined ? {} : { width });
    await page.getByRole('row', { name: email }).waitFor();
    return { page, email };
  }

  test('on a phone each row is a card with its name, its state and no empty lines', async () => {
    const { page, email } = await openInvites(375);
    const row = page.getByRole('row', { name: email });
    const boxOf = async (title: string): Promise<{ x: number; y: number; width: number }> => {
      const box = await row.locator(`[data-title="${title}"]`).boundingBox();
      if (!box) throw new Error(`${title} is not shown`);
      return box;
    };
    const [name, state, place] = [await boxOf('Invited'), await boxOf('Status'), await boxOf('Building')];
    expect(name.y).toBeLessThan(place.y);
    expect(Math.abs(name.y - state.y)).toBeLessThan(12);
    expect(name.x + name.width).toBeLessThanOrEqual(state.x + 1);
    // Name and state have no title, and empty values are omitted.
    const titles = `[...document.querySelectorAll('tbody tr:first-child td')]
      .filter((cell) => cell.checkVisibility())
      .map((cell) => getComputedStyle(cell, '::before').content)`;
    const shown = await page.evaluate<string[]>(titles);
    expect(shown.filter((text) => text !== 'none')).toEqual(['"Contact"', '"Building"', '"Valid until"']);
    expect([...(await findFaults(fixture.reader)), ...(await findHorizontalScrolling(page))]).toEqual([]);
  });

  test('selecting text opens no row, and the browser’s back button closes the drawer of a row', async () => {
    const { page, email } = await openInvites();
    // A press that ends a selection.
    await page.evaluate(`
      const cell = document.querySelector('[data-title=Contact]');
      getSelection().selectAllChildren(cell);
      cell.click();
    `);
    // An open drawer would cover the button.
    await page.getByRole('button', { name: 'Columns' }).click({ timeout: 10_000 });
    await page.keyboard.press('Escape');
    const link = page.getByRole('row', { name: email }).getByRole('link', { name: email });
    expect(await link.getAttribute('href')).toMatch(/[?&]open=inv_/);
    await page.getByRole('row', { name: email }).press('Enter');
    await page.getByRole('dialog', { name: email }).waitFor();
    await page.goBack();
    await page.getByRole('dialog', { name: email }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { name: email }).count()).toBe(1);
  });

  test('a press on a column header sorts by it, and another press reverses the order', async () => {
    const mark = `Sort ${randomUUID()}`;
    for (const letter of ['b', 'c', 'a']) await fixture.manager.createProperty(`${mark} ${letter}`);
    const page = await signInToConsole(fixture, `/buildings?q=${mark.replace(' ', '+')}`);
    const head = page.getByRole('columnheader', { name: 'Name' });
    const names = (): Promise<string[]> => page.locator('tbody [data-place=name]').allTextContents();
    await head.waitFor();
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    expect(await names()).toEqual(['a', 'b', 'c'].map((letter) => `${mark} ${letter}`));
    await head.getByRole('button').press('Enter');
    await expect.poll(names).toEqual(['c', 'b', 'a'].map((letter) => `${mark} ${letter}`));
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(page.url()).toContain('sort=-name');
    expect(await findFaults(fixture.reader)).toEqual([]);
    // Cards on a phone have no column headers, and the order is one of the filters.
    await page.setViewportSize({ width: 375, height: 740 });
    await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter');
    await page.getByLabel('Order').selectOption('Name, A to Z');
    await expect.poll(names).toEqual(['a', 'b', 'c'].map((letter) => `${mark} ${letter}`));
    expect([...(await findFaults(fixture.reader)), ...(await findHorizontalScrolling(page))]).toEqual([]);
  });

  test('a view applies its filters with one press, and keeps the other filters', async () => {
    const { page, email } = await openInvites();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Stuck' }).press('Enter');
    await page.getByText('No matches for these filters.').waitFor();
    expect(page.url()).toMatch(/propertyId=prop_\w+&stuck=true$/);
    await views.getByRole('link', { name: 'Open' }).press('Enter');
    await page.getByRole('row', { name: email }).waitFor();
    expect(page.url()).toContain('status=PENDING');
    expect(await views.locator('[aria-current]').allTextContents()).toEqual(['Open']);
    expect(page.url()).not.toContain('stuck');
    await views.getByRole('link', { name: 'All' }).press('Enter');
    await expect.poll(() => views.locator('[aria-current]').allTextContents()).toEqual(['All']);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('the search starts frequent actions with the arrow keys', async () => {
    const { page } = await openInvites();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByLabel('Search residents').fill('new pa');
    const found = page.getByRole('navigation', { name: 'Found' }).getByRole('button');
    await expect.poll(() => found.count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await found.and(page.locator(':focus')).filter({ hasText: 'New pass' }).waitFor();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'New pass' });
    await form.getByLabel('Kind').waitFor();
    expect(page.url()).toMatch(/\/passes\?new=true$/);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).not.toContain('new=');
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('the search finds people by full name and phone, and buildings, units, doors, passes and keys', async () => {
    const { manager } = fixture;
    const mark = `K${randomUUID().slice(0, 7)}`;
    const { id: propertyId } = await manager.createProperty(`${mark} Court`);
    const unit = await manager.ensureUnit(propertyId, `${mark} 7`);
    const person = { kind: 'RESIDENT', firstName: 'Clara', lastName: `Reyes ${mark}`, phone: '+16175550107' };
    const residence = { unitId: unit.id };
    await bodyOf(manager.call('/users', { body: { ...person, residence } }), 201);
    const controller = { adapter: 'nats', ref: mark };
    const door = { propertyId, name: `${mark} gate`, kind: 'GATE', controller };
    const made = await bodyOf(
      manager.call<{ accessPoint: { id: string } }>('/access-points', { body: door }),
      201,
    );
    const [startsAt, endsAt] = [0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
    const doors = { propertyId, accessPointIds: [made.accessPoint.id] };
    const pass = { ...doors, kind: 'VENDOR', holders: [{ name: `${mark} Plumbing` }], startsAt, endsAt };
    await bodyOf(manager.call('/passes', { body: pass }), 201);
    const key = { name: `${mark} program`, scopes: ['properties:read'] };
    const { apiKey } = await bodyOf(
      manager.call<{ apiKey: { id: string } }>('/api-keys', { body: key }),
      201,
    );

    const page = await signInToConsole(fixture, `/doors?propertyId=${propertyId}`);
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByLabel('Search residents');
    for (const [text, group, name] of [
      [`Clara ${mark}`, 'Residents', `Clara Reyes ${mark}`],
      [`${mark}, clara`, 'Residents', `Clara Reyes ${mark}`],
      ['555-0107', 'Residents', `Clara Reyes ${mark}`],
      [`${mark} court`, 'Buildings', `${mark} Court`],
      [`${mark} 7`, 'Units', `${mark} 7`],
      [`gate ${mark}`, 'Doors', `${mark} gate`],
      [`plumbing ${mark}`, 'Passes', `${mark} Plumbing`],
      [`${mark} prog`, 'API keys', `${mark} program`],
    ] as const) {
      await field.fill(text);
      await page.getByRole('group', { name: group }).getByRole('button', { name }).waitFor();
    }
    expect(await findFaults(fixture.reader)).toEqual([]);
    await field.fill(`Clara ${mark}`);
    await field.press('Enter');
    await page.getByRole('heading', { name: `Clara Reyes ${mark}`, level: 1 }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await field.fill(`plumbing ${mark}`);
    await field.press('Enter');
    await page.getByRole('dialog', { name: `${mark} Plumbing` }).waitFor();
    await bodyOf(manager.call(`/api-keys/${apiKey.id}/revoke`, { method: 'POST' }), 200);
  });

  test('filters without matches show a message and a button that clears them', async () => {
    const { page, email } = await openInvites();
    await page.getByLabel('Search name').fill('nobody has this name');
    await page.getByText('No matches for these filters.').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('button', { name: 'Clear the filters' }).press('Enter');
    await page.getByRole('table', { name: 'Invites' }).waitFor();
    expect(await page.getByLabel('Search name').inputValue()).toBe('');
    await page.getByLabel('Search name').fill(email);
    await page.getByRole('row', { name: email }).waitFor();
  });

  test('one checkbox selects all rows of a page, and a revocation asks for confirmation', async () => {
    const { page, email } = await openInvites();
    await page.getByLabel('Select all on this page').check();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await bar.getByText('1 selected').waitFor();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Open' }).click();
    await page.getByLabel('Select all on this page').waitFor();
    await views.getByRole('link', { name: 'All' }).click();
    await page.getByLabel('Select all on this page').check();
    await bar.getByText('1 selected').waitFor();
    await bar.getByRole('button', { name: 'Revoke' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Revoke 1 invite' });
    expect(await findFaults(fixture.reader)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('row', { name: email }).getByText('Open').waitFor();
    await bar.getByRole('button', { name: 'Revoke' }).press('Enter');
    await dialog.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByRole('row', { name: email }).getByText('Revoked').waitFor();
    await page.getByLabel('Select all on this page').waitFor();
  });

  test('with more than two hundred buildings each has its name and is found by typing', async () => {
    const { gatewayUrl, secondTenantApiKey } = fixture.system.local;
    const manager = actAsManager({ gatewayUrl, key: secondTenantApiKey });
    // They sort before the last one, which then is not among the first 200.
    const mark = randomUUID().slice(0, 8);
    for (let made = 0; made <= onePage; made += 20) {
      const names = Array.from({ length: 20 }, (_, index) => `Block ${mark} ${made + index}`);
      await Promise.all(names.map((name) => manager.createProperty(name)));
    }
    const email = `last.${mark}@example.test`;
    const last = `Zenith ${mark}`;
    const { property, unit } = await inviteToNewUnit(manager, last, email);

    const path = `/invites?propertyId=${property.id}`;
    const [, second] = demoTenants;
    const page = await signInToConsole(fixture, path, { email: second?.owner.email ?? '' });
    await page.getByRole('row', { name: email }).getByText(last).waitFor();
    expect(await page.getByRole('combobox', { name: 'Building' }).inputValue()).toBe(last);
    expect(await findFaults(fixture.reader)).toEqual([]);

    await page.getByRole('button', { name: 'Invite resident' }).press('Enter');
    const form = page.getByRole('dialog');
    await form.getByLabel('Building').fill(`Block ${mark} 199`);
    await page.getByRole('option', { name: `Block ${mark} 199` }).click();
    await form.getByLabel('Building').fill(last);
    await page.getByRole('option', { name: last }).click();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await manager.ensureUnit(property.id, 'Apt 9');
    await form.getByLabel('E-mail').fill(`first.${mark}@example.test`);
    await form.getByLabel('Unit').fill('Apt 9');
    await form.getByLabel('Unit').press('Enter');
    await page.getByText('Timeline').waitFor();
    const { invites } = await bodyOf(
      manager.call<{ invites: { unitId: string }[] }>(`/onboarding/invites?propertyId=${property.id}`),
      200,
    );
    expect(invites.filter(({ unitId }) => unitId !== unit.id)).toHaveLength(1);
    await page.goto(`${fixture.system.local.consoleUrl}/buildings/${property.id}`);
    await page.getByRole('heading', { name: last, level: 1 }).waitFor();
  });
});
