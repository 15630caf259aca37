import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { holdRequests } from './hold-requests.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useDesk } from './use-desk.ts';

describe.skipIf(hasNoBrowser)('a secret that is shown once', () => {
  const desk = useDesk();
  let made: string[] = [];

  /** Keys of a company are few: each test ends its own. */
  afterEach(async () => {
    for (const name of made) {
      const query = new URLSearchParams({ q: name }).toString();
      const found = desk.manager.call<{ apiKeys: { id: string }[] }>(`/api-keys?${query}`);
      for (const { id } of (await bodyOf(found, 200)).apiKeys)
        await bodyOf(desk.manager.call(`/api-keys/${id}/revoke`, { method: 'POST' }), 200);
    }
    made = [];
  });

  function newName(): string {
    const name = `Once ${randomUUID()}`;
    made.push(name);
    return name;
  }

  /** Opens a page of the console from another one, so that the browser has a way back. */
  async function goTo(list: string): Promise<Page> {
    const page = await signInToConsole(desk, '/residents');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: list }).click();
    await page.getByRole('heading', { name: list, level: 1 }).waitFor();
    return page;
  }

  async function fillKey(page: Page, name: string): Promise<Locator> {
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog', { name: 'New API key' });
    await form.getByLabel('Name of the program').fill(name);
    await form.getByLabel('Buildings', { exact: true }).selectOption('Read');
    return form;
  }

  const why = (page: Page) => page.getByRole('alert').filter({ hasText: 'is shown only once' }).first();

  /** Nobody leaves before the page has shown that it works. */
  const isWorking = (page: Page): Locator => page.locator('button[data-loading]');

  /** Presses the browser's way back while a request waits; then the request goes on. */
  async function goBackDuring(page: Page, path: string, press: Locator): Promise<void> {
    const held = await holdRequests(page, { method: 'POST', path });
    await press.click();
    await held.arrived;
    await isWorking(page).waitFor();
    await page.goBack();
    await why(page).waitFor();
    held.release();
  }

  test('is shown to whoever goes back while the key is made', async () => {
    const page = await goTo('API keys');
    const form = await fillKey(page, newName());
    await goBackDuring(page, '/api-keys', form.getByRole('button', { name: 'Create key' }));
    await form.getByLabel('Secret', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/api-keys');
  });

  test('stays until it is closed, and then the way back leads back', async () => {
    const page = await goTo('API keys');
    const form = await fillKey(page, newName());
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByLabel('Secret', { exact: true }).waitFor();
    await page.goBack();
    await why(page).waitFor();
    expect(await form.getByLabel('Secret', { exact: true }).isVisible()).toBe(true);
    await form.getByRole('button', { name: 'Close' }).click();
    await page.goBack();
    await page.getByRole('heading', { name: 'Residents', level: 1 }).waitFor();
  });

  test('is shown to whoever goes back while a key gets a successor', async () => {
    const name = newName();
    const body = { name, scopes: ['properties:read'] };
    await bodyOf(desk.manager.call('/api-keys', { body }), 201);
    const page = await goTo('API keys');
    await page.getByLabel('Search by name').fill(name);
    await page.getByRole('row', { name }).click();
    await page.getByRole('button', { name: 'Rotate' }).click();
    const form = page.getByRole('dialog', { name: `Rotate ${name}` });
    await goBackDuring(page, '/rotate', form.getByRole('button', { name: 'Rotate key' }));
    await form.getByLabel('Secret', { exact: true }).waitFor();
    expect(await form.getByLabel('Secret', { exact: true }).textContent()).toMatch(/^pas_/);
  });

  test('of a door’s controller is shown, and the way back waits for it', async () => {
    const { id: propertyId } = await desk.manager.createProperty(`Secret ${randomUUID()}`);
    const controller = { adapter: 'http', ref: `secret-${randomUUID()}` };
    const body = { propertyId, name: 'Side door', kind: 'DOOR', controller };
    const made = desk.manager.call<{ accessPoint: { id: string } }>('/access-points', { body });
    const { id } = (await bodyOf(made, 201)).accessPoint;
    const page = await signInToConsole(desk, `/doors?propertyId=${propertyId}`);
    await page.getByRole('row', { name: 'Side door' }).click();
    await page.getByRole('button', { name: 'Controller key' }).click();
    const form = page.getByRole('dialog', { name: 'Controller key of Side door' });
    await goBackDuring(page, '/controller-key', form.getByRole('button', { name: 'Create key' }));
    const secret = (await form.getByLabel('Secret', { exact: true }).textContent()) ?? '';
    const heartbeat = { bearer: secret, body: { accessPointIds: [id] } };
    const { status } = await call(`${desk.system.local.gatewayUrl}/access/heartbeat`, heartbeat);
    expect([secret.slice(0, 4), status]).toEqual(['pac_', 204]);
    expect(await findFaults(desk.reader)).toEqual([]);
  });

  test('is shown to whoever closes the drawer while an endpoint gets a new secret', async () => {
    const body = { url: `https://hooks.example.test/${randomUUID()}`, events: ['*'] };
    const endpoint = desk.manager.call<{ webhookEndpoint: { id: string } }>('/webhook-endpoints', { body });
    const { id } = (await bodyOf(endpoint, 201)).webhookEndpoint;
    const page = await signInToConsole(desk, `/webhooks?open=${id}`);
    const held = await holdRequests(page, { method: 'POST', path: '/rotate-secret' });
    await page.getByRole('button', { name: 'New secret' }).click();
    await held.arrived;
    await isWorking(page).waitFor();
    await page.keyboard.press('Escape');
    await why(page).waitFor();
    held.release();
    const secret = page.getByRole('dialog', { name: 'New secret' }).getByLabel('Secret', { exact: true });
    await secret.waitFor();
    expect(await secret.textContent()).toMatch(/^whsec_/);
    await bodyOf(desk.manager.call(`/webhook-endpoints/${id}`, { method: 'DELETE' }), 204);
  });
});
