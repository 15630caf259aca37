import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { holdRequests, loseAnswer } from './hold-requests.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('quick presses in the console', () => {
  const fixture = useBrowser();

  const noAnswer = (page: Page) =>
    page.getByRole('dialog').getByRole('alert').filter({ hasText: 'No answer from the service' });

  async function countOf(path: string, name: string): Promise<number> {
    const found = fixture.manager.call<{ total: number }>(`${path}?q=${encodeURIComponent(name)}`);
    return (await bodyOf(found, 200)).total;
  }

  async function beginBuilding(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'New building' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByLabel('Country').selectOption('DE');
  }

  test('a dialog stays open while its key is created, and then shows the secret', async () => {
    const page = await signInToConsole(fixture, '/api-keys');
    const held = await holdRequests(page, { method: 'POST', path: '/api-keys' });
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog', { name: 'New API key' });
    const name = `Hurried ${randomUUID()}`;
    await form.getByLabel('Name of the program').fill(name);
    await form.getByLabel('Buildings', { exact: true }).selectOption('Read');
    await form.getByRole('button', { name: 'Create key' }).click();
    await held.arrived;
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Close' }).click();
    expect(await form.isVisible()).toBe(true);
    held.release();
    await form.getByLabel('Secret').waitFor();
    await form.getByRole('button', { name: 'Close' }).click();
    await form.waitFor({ state: 'detached' });
    // A company may have only a few dozen keys.
    const query = new URLSearchParams({ q: name }).toString();
    const made = fixture.manager.call<{ apiKeys: { id: string }[] }>(`/api-keys?${query}`);
    for (const { id } of (await bodyOf(made, 200)).apiKeys)
      await bodyOf(fixture.manager.call(`/api-keys/${id}/revoke`, { method: 'POST' }), 200);
  });

  test('two presses at the same moment send one request', async () => {
    const property = await fixture.manager.createProperty(`Presses ${randomUUID()}`);
    const page = await signInToConsole(fixture, `/buildings/${property.id}`);
    const held = await holdRequests(page, { method: 'POST', path: '/units' });
    await page.getByRole('button', { name: 'New unit' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('Apt 1');
    await page.evaluate(`
      const submit = document.querySelector('[role=dialog] button[type=submit]');
      submit.click(), submit.click();
    `);
    held.release();
    await page.getByText('Apt 1 created.').waitFor();
    expect(held.count).toBe(1);
  });

  test('a repeated creation after a lost answer creates one building', async () => {
    const name = `Lost ${randomUUID()}`;
    const page = await signInToConsole(fixture, '/buildings');
    await loseAnswer(page, { method: 'POST', path: '/properties' });
    await beginBuilding(page, name);
    await page.getByRole('button', { name: 'Create building' }).click();
    await noAnswer(page).waitFor();
    await page.getByRole('button', { name: 'Create building' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    expect(await countOf('/properties', name)).toBe(1);
  });

  test('a repeated creation of a pass after a lost answer creates one pass, also later', async () => {
    const { id: propertyId } = await fixture.manager.createProperty(`Lost pass ${randomUUID()}`);
    const controller = { adapter: 'nats', ref: `lost-${randomUUID()}` };
    const body = { propertyId, name: 'Lost gate', kind: 'GATE', controller };
    await bodyOf(fixture.manager.call('/access-points', { body }), 201);
    const page = await signInToConsole(fixture, `/passes?propertyId=${propertyId}`);
    await loseAnswer(page, { method: 'POST', path: '/passes' });
    await page.getByRole('button', { name: 'New pass' }).click();
    const form = page.getByRole('dialog', { name: 'New pass' });
    await form.getByLabel('Lost gate').waitFor();
    await form.getByRole('button', { name: 'Create pass' }).click();
    await noAnswer(page).waitFor();
    await form.getByRole('button', { name: 'Create pass' }).click();
    await form.getByText('Give this to the holders.').waitFor();
    const passes = fixture.manager.call<{ total: number }>(`/passes?propertyId=${propertyId}`);
    expect((await bodyOf(passes, 200)).total).toBe(1);
  });

  test('going back while a building is created does not navigate to it', async () => {
    const name = `Back ${randomUUID()}`;
    const page = await signInToConsole(fixture, '/residents');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Buildings' }).click();
    await page.getByRole('heading', { name: 'Buildings', level: 1 }).waitFor();
    const held = await holdRequests(page, { method: 'POST', path: '/properties' });
    await beginBuilding(page, name);
    await page.getByRole('button', { name: 'Create building' }).click();
    await held.arrived;
    // A typed form guards the page until the button shows that it works.
    await page.locator('button[data-loading]').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Residents', level: 1 }).waitFor();
    held.release();
    await page.getByText(`${name} created.`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/residents');
  });

  describe('a changed unit', () => {
    async function openUnit(): Promise<{
      page: Page;
      path: string;
      asked: { method: string; path: string };
    }> {
      const property = await fixture.manager.createProperty(`Saved ${randomUUID()}`);
      const unit = await fixture.manager.ensureUnit(property.id, 'Apt 7C');
      const page = await signInToConsole(fixture, `/buildings/${property.id}?open=${unit.id}`);
      await page.getByRole('tab', { name: 'Change' }).click();
      await page.getByRole('textbox', { name: 'Floor' }).fill('7');
      return { page, path: `/units/${unit.id}`, asked: { method: 'PATCH', path: unit.id } };
    }

    test('counts as saved after a lost answer, without a conflict', async () => {
      const { page, path, asked } = await openUnit();
      await loseAnswer(page, asked);
      const save = page.getByRole('button', { name: 'Save' });
      await save.click();
      await noAnswer(page).waitFor();
      await save.click();
      await page.getByText('Unit saved.').waitFor();
      expect(await page.getByText('Someone else changed this').count()).toBe(0);
      expect((await fixture.manager.call(path)).body).toMatchObject({ unit: { floor: '7', version: 2 } });
    });

    test('reports a failed save in the corner when its drawer is closed', async () => {
      const { page, path, asked } = await openUnit();
      const held = await holdRequests(page, asked);
      await page.getByRole('button', { name: 'Save' }).click();
      await held.arrived;
      await bodyOf(fixture.manager.call(path, { method: 'PATCH', body: { floor: '8' } }), 200);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      held.release();
      await page.getByRole('alert').filter({ hasText: 'changed' }).waitFor();
      expect((await fixture.manager.call(path)).body).toMatchObject({ unit: { floor: '8' } });
    });
  });
});
