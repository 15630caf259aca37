import { randomUUID } from 'node:crypto';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, describe, expect, test } from 'vitest';
import { fillInvite, unitField } from '../browser/invite-form.ts';
import { signInToConsole } from '../browser/sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from '../browser/use-browser.ts';
import { bodyOf, call } from '../client/http-call.ts';

describe.skipIf(hasNoBrowser)('the console of a suspended company', () => {
  const fixture = useBrowser();
  let tenantId: string;

  async function setTenant(status: 'ACTIVE' | 'SUSPENDED'): Promise<void> {
    const { gatewayUrl, platformApiKey } = fixture.system.local;
    const options = { method: 'PATCH', bearer: platformApiKey, body: { status } };
    await bodyOf(call(`${gatewayUrl}/api/admin/tenants/${tenantId}`, options), 200);
  }
  afterEach(() => setTenant('ACTIVE'));

  test('reports the suspension with the correlation id, and keeps the typed values', async () => {
    const property = await fixture.manager.createProperty(`Suspended ${randomUUID()}`);
    ({ tenantId } = property);
    const page = await signInToConsole(fixture, '/invites');
    await fillInvite(page, { propertyId: property.id, unit: 'Apt 7', email: 'suspended@example.test' });
    await setTenant('SUSPENDED');
    const isStopped = async (): Promise<boolean> =>
      (await page.evaluate('fetch("/api/admin/properties").then(({ status }) => status)')) === 403;
    await waitUntil(isStopped, { what: 'the suspension to stop the session' });
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const problem = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'suspended' });
    await problem.getByRole('button', { name: 'Copy correlation id' }).waitFor();
    expect(await unitField(page).inputValue()).toBe('Apt 7');
  });
});
