import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { holdRequests } from './hold-requests.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('a secret that is shown once', () => {
  const fixture = useBrowser();
  let made: string[] = [];

  /** A company may have only a few keys: each test revokes its own. */
  afterEach(async () => {
    for (const name of made) {
      const query = new URLSearchParams({ q: name }).toString();
      const found = fixture.manager.call<{ apiKeys: { id: string }[] }>(`/api-keys?${query}`);
      for (const { id } of (await bodyOf(found, 200)).apiKeys)
        await bodyOf(fixture.manager.call(`/api-keys/${id}/revoke`, { method: 'POST' }), 200);
    }
    made = [];
  });

  function newName(): string {
    const name = `Once ${randomUUID()}`;
    made.push(name);
    return name;
  }

  /** Opens a page of the console from another one, so that the browser can go back. */
  async function goTo(list: string): Promise<Page> {
    const page = await signInToConsole(fixture, '/residents');
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

  /** Tests leave only once the page shows the running request. */
  const isWorking = (page: Page): Locator => page.locator('button[data-loading]');

  /** Presses the browser's back button while a request is held, then releases the request. */
  async function goBackDuring(page: Page, path: string, press: Locator): Promise<void> {
    const held = await holdRequests(page, { method: 'POST', path });
    await press.click();
    await held.arrived;
    await isWorking(page).waitFor();
    await page.goBack();
    await why(page).waitFor();
    held.release();
  }

  test('appears although the person goes back during the creation of a key', async () => {
    const page = await goTo('API keys');
    const form = await fillKey(page, newName());
    await goBackDuring(page, '/api-keys', form.getByRole('button', { name: 'Create key' }));
    await form.getByLabel('Secret', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/api-keys');
  });

  test('stays until it is closed, and then the back button works', async () => {
    const page = await goTo('API keys');
    const form = await fillKey(page, newName());
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByLabel('Secret', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await why(page).waitFor();
    expect(await form.getByLabel('Secret', { exact: true }).isVisible()).toBe(true);
    await page.goBack();
    await why(page).waitFor();
    expect(await form.getByLabel('Secret', { exact: true }).isVisible()).toBe(true);
    await form.getByRole('button', { name: 'Close' }).click();
    await page.goBack();
    await page.getByRole('heading', { name: 'Residents', level: 1 }).waitFor();
  });

  test('appears although the person goes back during the rotation of a key', async () => {
    const name = newName();
    const body = { name, scopes: ['properties:read'] };
    await bodyOf(fixture.manager.call('/api-keys', { body }), 201);
    const page = await goTo('API keys');
    await page.getByLabel('Search by name').fill(name);
    await page.getByRole('row', { name }).click();
    await page.getByRole('button', { name: 'Rotate' }).click();
    const form = page.getByRole('dialog', { name: `Rotate ${name}` });
    await goBackDuring(page, '/rotate', form.getByRole('button', { name: 'Rotate key' }));
    await form.getByLabel('Secret', { exact: true }).waitFor();
    expect(await form.getByLabel('Secret', { exact: true }).textContent()).toMatch(/^pas_/);
  });

  test('for a door’s controller appears although the person goes back during its creation', async () => {
    const { id: propertyId } = await fixture.manager.createProperty(`Secret ${randomUUID()}`);
    const controller = { adapter: 'http', ref: `secret-${randomUUID()}` };
    const body = { propertyId, name: 'Side door', kind: 'DOOR', controller };
    const made = fixture.manager.call<{ accessPoint: { id: string } }>('/access-points', { body });
    const { id } = (await bodyOf(made, 201)).accessPoint;
    const page = await signInToConsole(fixture, `/doors?propertyId=${propertyId}`);
    await page.getByRole('row', { name: 'Side door' }).click();
    await page.getByRole('button', { name: 'Controller key' }).click();
    const form = page.getByRole('dialog', { name: 'Controller key of Side door' });
    await goBackDuring(page, '/controller-key', form.getByRole('button', { name: 'Create key' }));
    const secret = (await form.getByLabel('Secret', { exact: true }).textContent()) ?? '';
    const heartbeat = { bearer: secret, body: { accessPointIds: [id] } };
    const { status } = await call(`${fixture.system.local.gatewayUrl}/access/heartbeat`, heartbeat);
    expect([secret.slice(0, 4), status]).toEqual(['pac_', 204]);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('a new PIN of a changed pass stays until it is noted, also while the doors do not load', async () => {
    const { id: propertyId } = await fixture.manager.createProperty(`Pin ${randomUUID()}`);
    const controller = { adapter: 'nats', ref: `pin-${randomUUID()}` };
    const gate = { propertyId, name: 'Gate', kind: 'GATE', controller };
    const door = fixture.manager.call<{ accessPoint: { id: string } }>('/access-points', { body: gate });
    const accessPointIds = [(await bodyOf(door, 201)).accessPoint.id];
    const [startsAt, endsAt] = [0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
    const times = { startsAt, endsAt, holders: [{ name: 'Kim' }] };
    const body = { propertyId, accessPointIds, kind: 'VENDOR', ...times };
    const pass = fixture.manager.call<{ pass: { id: string } }>('/passes', { body });
    const { id } = (await bodyOf(pass, 201)).pass;
    const page = await signInToConsole(fixture, `/passes?propertyId=${propertyId}&open=${id}`);
    // The service replaces a PIN rarely, so the test adds one to the answer.
    await page.route(`**/passes/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      const response = await route.fetch();
      const answer = (await response.json()) as { pass: { holders: object[] } };
      const holders = answer.pass.holders.map((holder) => ({ ...holder, pin: '123456' }));
      return route.fulfill({ response, json: { pass: { ...answer.pass, holders } } });
    });
    await page.route('**/access-points?*sort=name*', (route) => route.fulfill({ status: 500, body: '{}' }));
    // The first visit may have loaded the doors before.
    await page.reload();
    const drawer = page.getByRole('dialog', { name: 'Kim' });
    await drawer.getByRole('tab', { name: 'Change' }).click();
    await drawer.getByText('The service could not answer.').waitFor();
    expect(await drawer.getByText('Deleted door').count()).toBe(0);
    await drawer.getByLabel('Maximum uses').fill('3');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('Kim: 123456').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alert').filter({ hasText: 'New PINs are shown only once' }).waitFor();
    expect(await drawer.getByText('Kim: 123456').isVisible()).toBe(true);
    await drawer.getByRole('button', { name: 'Done' }).click();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  test('appears although the person presses Escape during the rotation of an endpoint’s secret', async () => {
    const body = { url: `https://hooks.example.test/${randomUUID()}`, events: ['*'] };
    const endpoint = fixture.manager.call<{ webhookEndpoint: { id: string } }>('/webhook-endpoints', {
      body,
    });
    const { id } = (await bodyOf(endpoint, 201)).webhookEndpoint;
    const page = await signInToConsole(fixture, `/webhooks?open=${id}`);
    const held = await holdRequests(page, { method: 'POST', path: '/rotate-secret' });
    await page.getByRole('button', { name: 'New secret' }).click();
    const form = page.getByRole('dialog', { name: 'New secret' });
    await form.getByText('both secrets for 24 hours').waitFor();
    await form.getByRole('button', { name: 'Create secret' }).click();
    await held.arrived;
    await isWorking(page).waitFor();
    await page.keyboard.press('Escape');
    held.release();
    const secret = form.getByLabel('Secret', { exact: true });
    await secret.waitFor();
    expect(await secret.textContent()).toMatch(/^whsec_/);
    await bodyOf(fixture.manager.call(`/webhook-endpoints/${id}`, { method: 'DELETE' }), 204);
  });
});
