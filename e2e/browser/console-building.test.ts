import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('a building in the console', () => {
  const fixture = useBrowser();

  test('shows no count while an answer loads, shows its fault, and retries', async () => {
    const property = await fixture.manager.createProperty(`Slow ${randomUUID()}`);
    await fixture.manager.ensureUnit(property.id, 'Apt 4B');
    const page = await signInToConsole(fixture, `/buildings/${property.id}`);
    const legend = page.getByRole('list', { name: 'Colours' });
    await legend.getByText('vacant: 1').waitFor();

    const gate = Promise.withResolvers<void>();
    await page.route('**/readiness', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.getByText('Will it ring?', { exact: true }).click();
    await legend.getByText('would not ring: …').waitFor();
    await page.getByRole('button', { name: 'Apt 4B, being asked' }).waitFor();
    expect(await legend.getByText('not known').count()).toBe(0);
    gate.resolve();
    await legend.getByText('would not ring: 1').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);

    await page.context().setOffline(true);
    await page.getByText('Last call', { exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'No answer from the service' }).waitFor();
    await legend.getByText('no call: …').waitFor();
    await page.context().setOffline(false);
    await legend.getByText('no call: 1').waitFor();
  });

  test('an unknown building is reported, with a way back to the list', async () => {
    const { id } = await fixture.manager.createProperty(`Gone ${randomUUID()}`);
    await bodyOf(fixture.manager.call(`/properties/${id}`, { method: 'DELETE' }), 204);
    const page = await signInToConsole(fixture, `/buildings/${id}`);
    await page.getByRole('heading', { name: 'Building not found' }).waitFor();
    expect(await page.getByRole('button', { name: 'New unit' }).count()).toBe(0);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('link', { name: 'All buildings' }).press('Enter');
    await page.getByRole('heading', { name: 'Buildings', level: 1 }).waitFor();
  });

  test('a resident’s home links to the unit, whose drawer shows its label', async () => {
    const property = await fixture.manager.createProperty(`Home ${randomUUID()}`);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 12A');
    const email = `home.${randomUUID()}@example.test`;
    const body = { kind: 'RESIDENT', email, residence: { unitId: unit.id } };
    const { user } = await bodyOf(fixture.manager.call<{ user: { id: string } }>('/users', { body }), 201);
    // Addresses of the former drawer lead to the resident's page.
    const page = await signInToConsole(fixture, `/residents?propertyId=${property.id}&open=${user.id}`);
    await page.waitForURL(new RegExp(`/residents/${user.id}$`));
    await page.getByRole('heading', { name: email, level: 1 }).waitFor();
    await page.getByRole('link', { name: /^Apt 12A, Home/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Apt 12A' });
    await drawer.getByRole('link', { name: email }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
  });
});
