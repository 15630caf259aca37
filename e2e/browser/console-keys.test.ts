import { randomUUID } from 'node:crypto';
import { demoTenants } from '@pas/tools/local-system/demo/buildings';
import { describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { actAsManager } from '../client/property-manager.ts';
import { findFaults } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

interface Tenants {
  tenants: { settings: { leakedKeys: string } }[];
}

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
    await expect.poll(() => statusOf('properties')).toBe(401);
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

  test('a reported key is only marked where the company chose so, and shows its finder', async () => {
    const { gatewayUrl, secondTenantApiKey: key } = fixture.system.local;
    const manager = actAsManager({ gatewayUrl, key });
    const [, second] = demoTenants;
    const as = { email: second?.owner.email ?? '' };
    const settings = await signInToConsole(fixture, '/settings', as);
    const choice = settings.getByLabel('API keys that are reported as public');
    const save = async (value: string): Promise<void> => {
      await choice.selectOption(value);
      await settings.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await expect
        .poll(async () => (await manager.call<Tenants>('/tenants')).body.tenants[0]?.settings.leakedKeys)
        .toBe(value);
    };
    await save('NOTIFY');
    const name = `Leaked ${randomUUID()}`;
    const body = { name, scopes: ['units:read'] };
    const made = manager.call<{ apiKey: { secret: string } }>('/api-keys', { body });
    const { secret: token } = (await bodyOf(made, 201)).apiKey;
    const reports = [{ token, source: canary, url: 'https://code.example.test/env' }];
    await bodyOf(call(`${gatewayUrl}/api/admin/api-keys/leak-reports`, { body: { reports } }), 202);
    const page = await signInToConsole(fixture, '/api-keys', as);
    const row = page.getByRole('row', { name });
    await row.getByText('Reported leaked').waitFor();
    await row.getByText('Active').waitFor();
    await row.press('Enter');
    await page.getByText('Reported by', { exact: true }).waitFor();
    await page.getByText(canary, { exact: true }).waitFor();
    expect([await findFaults(fixture.reader), fixture.reader.complaints]).toEqual([[], []]);
    await save('REVOKE');
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
