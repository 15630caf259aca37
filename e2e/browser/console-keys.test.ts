import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('keys and passes in the console, by the keyboard', () => {
  const fixture = useBrowser();
  const canary = '<img src=x onerror=console.error(1)>';

  test('a key has the chosen permissions, shows its secret once, and can be revoked', async () => {
    const name = `${canary} ${randomUUID()}`;
    const page = await signInToConsole(fixture, '/api-keys');
    await page.getByRole('button', { name: 'New key' }).press('Enter');
    await page.getByLabel('Name of the program').fill(name);
    await page.getByLabel('Buildings', { exact: true }).selectOption('Read');
    await page.getByLabel('Name of the program').press('Enter');
    const secret = (await page.getByLabel('Secret').textContent()) ?? '';
    expect(await findFaults(fixture.reader)).toEqual([]);
    const statusOf = async (path: string): Promise<number> => {
      const { status } = await call(`${fixture.system.local.gatewayUrl}/api/admin/${path}`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      return status;
    };
    expect([await statusOf('properties'), await statusOf('units')]).toEqual([200, 403]);

    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await page.getByRole('row', { name }).press('Enter');
    await page.getByText('Buildings: read', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page
      .getByRole('dialog', { name: `Revoke ${name}` })
      .getByRole('button', { name: 'Revoke' })
      .press('Enter');
    await page.getByText(`${name} revoked.`).waitFor();
    expect(await page.content()).not.toContain(secret);
    await expect.poll(() => statusOf('properties'), { timeout: 30_000 }).toBe(401);
    expect(fixture.reader.complaints).toEqual([]);
  });

  test('a preset fills in the permissions, and each can still be changed', async () => {
    const name = `Roster ${randomUUID()}`;
    const page = await signInToConsole(fixture, '/api-keys');
    await page.getByRole('button', { name: 'New key' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'New API key' });
    await form.getByLabel('Name of the program').fill(name);
    const presets = form.getByRole('group', { name: 'Presets' });
    const pressed = (): Promise<string[]> => presets.locator('[aria-pressed=true]').allTextContents();
    const rightOn = (subject: string): Promise<string> =>
      form.getByLabel(subject, { exact: true }).inputValue();
    await presets.getByRole('button', { name: 'Everything' }).press('Enter');
    expect([await rightOn('API keys'), await rightOn('Doors')]).toEqual([
      'Read and change',
      'Read, open and change',
    ]);
    await presets.getByRole('button', { name: 'Onboarding integration' }).press('Enter');
    expect([await rightOn('API keys'), await rightOn('Doors'), await pressed()]).toEqual([
      '',
      '',
      ['Onboarding integration'],
    ]);
    await form.getByLabel('Imports', { exact: true }).selectOption('Read');
    expect(await pressed()).toEqual([]);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await form.getByRole('button', { name: 'Create key' }).press('Enter');
    await page.getByLabel('Secret').waitFor();
    const { apiKeys } = await bodyOf(
      fixture.manager.call<{ apiKeys: { scopes: string[] }[] }>(`/api-keys?q=${encodeURIComponent(name)}`),
      200,
    );
    expect(apiKeys[0]?.scopes.toSorted()).toEqual(
      ['imports:read', 'onboarding:*', 'properties:*', 'units:*', 'users:*'].toSorted(),
    );
  });

  test('a pass for a vendor shows its PIN, appears in the list, and can be ended', async () => {
    const property = await fixture.manager.createProperty(`${canary} ${randomUUID()}`);
    const controller = { adapter: 'nats', ref: `desk-${randomUUID()}` };
    const body = { propertyId: property.id, name: `Gate ${canary}`, kind: 'GATE', controller };
    await bodyOf(fixture.manager.call('/access-points', { body }), 201);
    const page = await signInToConsole(fixture, `/passes?propertyId=${property.id}`);
    await page.getByRole('button', { name: 'New pass' }).press('Enter');
    const form = page.getByRole('dialog');
    await form.getByLabel('Building').selectOption(property.id);
    await form.getByLabel(`Gate ${canary}`).waitFor();
    await form.getByLabel('Name').fill(canary);
    await form.getByLabel('Name').press('Enter');
    await page.getByText(/^PIN \d{6}$/).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await page.getByRole('button', { name: `End the pass of ${canary}` }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).press('Enter');
    await page.getByText('No matches for these filters.').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
  });
});
