import { randomUUID } from 'node:crypto';
import { demoTenants } from '@pas/tools/local-system/demo/buildings';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { actAsManager, inviteToNewUnit } from '../client/property-manager.ts';
import { findFaults, findSidewaysScrolling } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useDesk } from './use-desk.ts';

/** Buildings that one answer of the service can list. */
const onePage = 200;

describe.skipIf(hasNoBrowser)('the lists of the console', () => {
  const desk = useDesk();

  /** Invites somebody to a building of its own, so that the list of its invites has one row. */
  async function openInvites(width?: number): Promise<{ page: Page; email: string }> {
    const email = `list.${randomUUID()}@example.test`;
    const { property } = await inviteToNewUnit(desk.manager, `List ${randomUUID()}`, email);
    const path = `/invites?propertyId=${property.id}`;
    const page = await signInToConsole(desk, path, width === undefined ? {} : { width });
    await page.getByRole('row', { name: email }).waitFor();
    return { page, email };
  }

  test('on a phone each row is a card with its name on top, its state beside it, and no empty lines', async () => {
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
    // The name and the state need no title, and what is not known is left out.
    const titles = `[...document.querySelectorAll('tbody tr:first-child td')]
      .filter((cell) => cell.checkVisibility())
      .map((cell) => getComputedStyle(cell, '::before').content)`;
    const shown = await page.evaluate<string[]>(titles);
    expect(shown.filter((text) => text !== 'none')).toEqual(['"Contact"', '"Building"', '"Valid until"']);
    expect([...(await findFaults(desk.reader)), ...(await findSidewaysScrolling(page))]).toEqual([]);
  });

  test('the browser’s way back closes what a row has opened', async () => {
    const { page, email } = await openInvites();
    await page.getByRole('row', { name: email }).press('Enter');
    await page.getByRole('dialog', { name: email }).waitFor();
    await page.goBack();
    await page.getByRole('dialog', { name: email }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { name: email }).count()).toBe(1);
  });

  test('a press on the head of a column sorts by it, another one the other way round', async () => {
    const mark = `Sort ${randomUUID()}`;
    for (const letter of ['b', 'c', 'a']) await desk.manager.createProperty(`${mark} ${letter}`);
    const page = await signInToConsole(desk, `/buildings?q=${mark.replace(' ', '+')}`);
    const head = page.getByRole('columnheader', { name: 'Name' });
    const names = (): Promise<string[]> => page.locator('tbody [data-place=name]').allTextContents();
    await head.waitFor();
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    expect(await names()).toEqual(['a', 'b', 'c'].map((letter) => `${mark} ${letter}`));
    await head.getByRole('button').press('Enter');
    await expect.poll(names).toEqual(['c', 'b', 'a'].map((letter) => `${mark} ${letter}`));
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(page.url()).toContain('sort=-name');
    expect(await findFaults(desk.reader)).toEqual([]);
    // On a phone there are cards without heads, and the order is one of the filters.
    await page.setViewportSize({ width: 375, height: 740 });
    await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter');
    await page.getByLabel('Order').selectOption('Name, A to Z');
    await expect.poll(names).toEqual(['a', 'b', 'c'].map((letter) => `${mark} ${letter}`));
    expect([...(await findFaults(desk.reader)), ...(await findSidewaysScrolling(page))]).toEqual([]);
  });

  test('a view asks its question with one press, and leaves the other filters as they are', async () => {
    const { page, email } = await openInvites();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Stuck' }).press('Enter');
    await page.getByText('No matches for these filters.').waitFor();
    expect(page.url()).toMatch(/propertyId=prop_\w+&stuck=true$/);
    await views.getByRole('link', { name: 'Open' }).press('Enter');
    await page.getByRole('row', { name: email }).waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('PENDING');
    expect(await views.locator('[aria-current]').allTextContents()).toEqual(['Open']);
    expect(page.url()).not.toContain('stuck');
    await views.getByRole('link', { name: 'All' }).press('Enter');
    await expect.poll(() => views.locator('[aria-current]').allTextContents()).toEqual(['All']);
    expect(await findFaults(desk.reader)).toEqual([]);
  });

  test('the search begins what staff begin most, by the arrow keys', async () => {
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
    expect(await findFaults(desk.reader)).toEqual([]);
  });

  test('what fits no filter says so, and one button clears them', async () => {
    const { page, email } = await openInvites();
    await page.getByLabel('Search name').fill('nobody has this name');
    await page.getByText('No matches for these filters.').waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
    await page.getByRole('button', { name: 'Clear the filters' }).press('Enter');
    await page.getByRole('table', { name: 'Invites' }).waitFor();
    expect(await page.getByLabel('Search name').inputValue()).toBe('');
    await page.getByLabel('Search name').fill(email);
    await page.getByRole('row', { name: email }).waitFor();
  });

  test('all rows of a page are chosen by one box, and a revocation is asked for twice', async () => {
    const { page, email } = await openInvites();
    await page.getByLabel('Select all on this page').check();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await bar.getByText('1 selected').waitFor();
    await bar.getByRole('button', { name: 'Revoke' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Revoke 1 invite' });
    expect(await findFaults(desk.reader)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('row', { name: email }).getByText('Open').waitFor();
    await bar.getByRole('button', { name: 'Revoke' }).press('Enter');
    await dialog.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByRole('row', { name: email }).getByText('Revoked').waitFor();
    await page.getByLabel('Select all on this page').waitFor();
  });

  test('beyond two hundred buildings each has its name, and is found by typing', async () => {
    const { gatewayUrl, secondTenantApiKey } = desk.system.local;
    const manager = actAsManager({ gatewayUrl, key: secondTenantApiKey });
    // They stand before the last one, which is no more among those that one answer lists.
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
    const page = await signInToConsole(desk, path, { email: second?.owner.email ?? '' });
    await page.getByRole('row', { name: email }).getByText(last).waitFor();
    expect(await page.getByRole('combobox', { name: 'Building' }).inputValue()).toBe(last);
    expect(await findFaults(desk.reader)).toEqual([]);

    await page.getByRole('button', { name: 'Invite resident' }).press('Enter');
    const form = page.getByRole('dialog');
    await form.getByLabel('Building').fill(`Block ${mark} 199`);
    await page.getByRole('option', { name: `Block ${mark} 199` }).click();
    await form.getByLabel('Building').fill(last);
    await page.getByRole('option', { name: last }).click();
    expect(await findFaults(desk.reader)).toEqual([]);
    await form.getByLabel('Unit').fill('Apt 9');
    await form.getByLabel('Unit').press('Enter');
    await page.getByText('Timeline').waitFor();
    const { invites } = await bodyOf(
      manager.call<{ invites: { unitId: string }[] }>(`/onboarding/invites?propertyId=${property.id}`),
      200,
    );
    expect(invites.filter(({ unitId }) => unitId !== unit.id)).toHaveLength(1);
    await page.goto(`${desk.system.local.consoleUrl}/buildings/${property.id}`);
    await page.getByRole('heading', { name: last, level: 1 }).waitFor();
  });
});
