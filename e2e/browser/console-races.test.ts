import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { holdRequests, loseAnswer } from './hold-requests.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useDesk } from './use-desk.ts';

describe.skipIf(hasNoBrowser)('a hurried hand in the console', () => {
  const desk = useDesk();

  const noAnswer = (page: Page) =>
    page.getByRole('dialog').getByRole('alert').filter({ hasText: 'No answer from the service' });

  async function countOf(path: string, name: string): Promise<number> {
    const found = desk.manager.call<{ total: number }>(`${path}?q=${encodeURIComponent(name)}`);
    return (await bodyOf(found, 200)).total;
  }

  async function beginBuilding(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'New building' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
  }

  test('a dialog stays open while its key is made: the secret is shown to whoever wanted to leave', async () => {
    const page = await signInToConsole(desk, '/api-keys');
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
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    // A company has a few dozen keys at most.
    const query = new URLSearchParams({ q: name }).toString();
    const made = desk.manager.call<{ apiKeys: { id: string }[] }>(`/api-keys?${query}`);
    for (const { id } of (await bodyOf(made, 200)).apiKeys)
      await bodyOf(desk.manager.call(`/api-keys/${id}/revoke`, { method: 'POST' }), 200);
  });

  test('two presses at the same moment ask once', async () => {
    const property = await desk.manager.createProperty(`Presses ${randomUUID()}`);
    const page = await signInToConsole(desk, `/buildings/${property.id}`);
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

  test('the same asked again after a lost answer is made once', async () => {
    const name = `Lost ${randomUUID()}`;
    const page = await signInToConsole(desk, '/buildings');
    await loseAnswer(page, { method: 'POST', path: '/properties' });
    await beginBuilding(page, name);
    await page.getByRole('button', { name: 'Create building' }).click();
    await noAnswer(page).waitFor();
    await page.getByRole('button', { name: 'Create building' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    expect(await countOf('/properties', name)).toBe(1);
  });

  test('a pass asked for again after a lost answer is one pass, though time has passed', async () => {
    const { id: propertyId } = await desk.manager.createProperty(`Lost pass ${randomUUID()}`);
    const controller = { adapter: 'nats', ref: `lost-${randomUUID()}` };
    const body = { propertyId, name: 'Lost gate', kind: 'GATE', controller };
    await bodyOf(desk.manager.call('/access-points', { body }), 201);
    const page = await signInToConsole(desk, `/passes?propertyId=${propertyId}`);
    await loseAnswer(page, { method: 'POST', path: '/passes' });
    await page.getByRole('button', { name: 'New pass' }).click();
    const form = page.getByRole('dialog', { name: 'New pass' });
    await form.getByLabel('Lost gate').waitFor();
    await form.getByRole('button', { name: 'Create pass' }).click();
    await noAnswer(page).waitFor();
    await form.getByRole('button', { name: 'Create pass' }).click();
    await form.getByText('Give this to the holders.').waitFor();
    const passes = desk.manager.call<{ total: number }>(`/passes?propertyId=${propertyId}`);
    expect((await bodyOf(passes, 200)).total).toBe(1);
  });

  test('who goes back while a building is made is not taken along to it', async () => {
    const name = `Back ${randomUUID()}`;
    const page = await signInToConsole(desk, '/residents');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Buildings' }).click();
    await page.getByRole('heading', { name: 'Buildings', level: 1 }).waitFor();
    const held = await holdRequests(page, { method: 'POST', path: '/properties' });
    await beginBuilding(page, name);
    await page.getByRole('button', { name: 'Create building' }).click();
    await held.arrived;
    await page.goBack();
    await page.getByRole('heading', { name: 'Residents', level: 1 }).waitFor();
    held.release();
    await page.getByText(`${name} created.`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/residents');
  });

  describe('a unit that is changed', () => {
    async function openUnit(): Promise<{
      page: Page;
      path: string;
      asked: { method: string; path: string };
    }> {
      const property = await desk.manager.createProperty(`Saved ${randomUUID()}`);
      const unit = await desk.manager.ensureUnit(property.id, 'Apt 7C');
      const page = await signInToConsole(desk, `/buildings/${property.id}?open=${unit.id}`);
      await page.getByRole('tab', { name: 'Change' }).click();
      await page.getByRole('textbox', { name: 'Floor' }).fill('7');
      return { page, path: `/units/${unit.id}`, asked: { method: 'PATCH', path: unit.id } };
    }

    test('is saved where the answer was lost, and no other person is said to have changed it', async () => {
      const { page, path, asked } = await openUnit();
      await loseAnswer(page, asked);
      const save = page.getByRole('button', { name: 'Save' });
      await save.click();
      await noAnswer(page).waitFor();
      await save.click();
      await page.getByText('Unit saved.').waitFor();
      expect(await page.getByText('Someone else has changed this').count()).toBe(0);
      expect((await desk.manager.call(path)).body).toMatchObject({ unit: { floor: '7', version: 2 } });
    });

    test('says in the corner that a save has failed whose drawer is closed', async () => {
      const { page, path, asked } = await openUnit();
      const held = await holdRequests(page, asked);
      await page.getByRole('button', { name: 'Save' }).click();
      await held.arrived;
      await bodyOf(desk.manager.call(path, { method: 'PATCH', body: { floor: '8' } }), 200);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      held.release();
      await page.getByRole('alert').filter({ hasText: 'changed' }).waitFor();
      expect((await desk.manager.call(path)).body).toMatchObject({ unit: { floor: '8' } });
    });
  });
});
