import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('unsaved input in the console', () => {
  const fixture = useBrowser();

  const floorOf = (page: Page) => page.getByRole('textbox', { name: 'Floor' });
  const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

  async function typeFloor(): Promise<Page> {
    const property = await fixture.manager.createProperty(`Typed ${randomUUID()}`);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 3A');
    const page = await signInToConsole(fixture, `/buildings/${property.id}?open=${unit.id}`);
    await page.getByRole('tab', { name: 'Change' }).click();
    await floorOf(page).fill('3');
    return page;
  }

  test('remains after a visit to another tab', async () => {
    const page = await typeFloor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Residents' }).waitFor();
    await page.getByRole('tab', { name: 'Change' }).click();
    expect(await floorOf(page).inputValue()).toBe('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Unit saved.').waitFor();
  });

  test('keeps its drawer open on an accidental close, also from another tab', async () => {
    const page = await typeFloor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await question(page).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Change' }).click();
    expect(await floorOf(page).inputValue()).toBe('3');
  });

  test('is discarded after a confirmation', async () => {
    const page = await typeFloor();
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('open')).toBe(false);
  });

  test('remains while Escape closes the dialogs above it one by one', async () => {
    const page = await typeFloor();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.waitFor();
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    expect(await floorOf(page).inputValue()).toBe('3');
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    expect(await floorOf(page).inputValue()).toBe('3');
  });

  test('in the settings asks before another page opens', async () => {
    const page = await signInToConsole(fixture, '/settings');
    await page.getByLabel('Ring time per resident, in seconds').fill('33');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Residents' }).click();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Ring time per resident, in seconds').inputValue()).toBe('33');
    expect(new URL(page.url()).pathname).toBe('/console/settings');
  });

  test('in a dialog asks before Escape and the close button discard it', async () => {
    const page = await signInToConsole(fixture, '/buildings');
    await page.getByRole('button', { name: 'New building' }).click();
    const form = page.getByRole('dialog', { name: 'New building' });
    await form.getByLabel('Name').fill('Half a na');
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await question(page).waitFor({ state: 'detached' });
    expect(await form.getByLabel('Name').inputValue()).toBe('Half a na');
    await form.getByRole('button', { name: 'Close' }).click();
    await question(page).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await question(page).getByRole('button', { name: 'Leave without saving' }).click();
    await form.waitFor({ state: 'detached' });
  });

  test('in a dialog asks before the browser goes back', async () => {
    const page = await signInToConsole(fixture, '/residents');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Buildings' }).click();
    await page.getByRole('button', { name: 'New building' }).click();
    const name = page.getByRole('dialog', { name: 'New building' }).getByLabel('Name');
    await name.fill('Half a na');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await name.inputValue()).toBe('Half a na');
  });
});
