import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
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
    await page.route('**/readiness?*', async (route) => {
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

  test('a German building gets its zone and language, is edited, archived and activated', async () => {
    const name = `Haus ${randomUUID()}`;
    const page = await signInToConsole(fixture, '/buildings');
    await page.getByRole('button', { name: 'New building' }).click();
    const form = page.getByRole('dialog', { name: 'New building' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Country').selectOption('DE');
    const usual = [form.getByLabel('Time zone'), form.getByLabel('Language of messages')];
    expect(await Promise.all(usual.map((field) => field.inputValue()))).toEqual(['Europe/Berlin', 'de']);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await form.getByRole('button', { name: 'Create building' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();

    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('City').fill('Berlin');
    await page.getByLabel('Digit that opens the door').selectOption('5');
    await page.getByRole('tab', { name: 'Units' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Building saved.').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('button', { name: 'Archive building' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive building' }).click();
    const activate = page.getByRole('button', { name: 'Activate building' });
    await activate.waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { body } = await fixture.manager.call(`/properties/${id}`);
    expect(body).toMatchObject({
      property: {
        status: 'ARCHIVED',
        timeZone: 'Europe/Berlin',
        locale: 'de',
        openDigit: '5',
        address: { city: 'Berlin', country: 'DE' },
      },
    });
    await activate.click();
    await page.getByRole('button', { name: 'Archive building' }).waitFor();
  });

  test('a door is renamed, its log shows the reason of staff, and its old key works beside a new one', async () => {
    const { id: propertyId } = await fixture.manager.createProperty(`Door ${randomUUID()}`);
    const controller = { adapter: 'http', ref: `log-${randomUUID()}` };
    const body = { propertyId, name: 'Side door', kind: 'DOOR', controller };
    const made = fixture.manager.call<{ accessPoint: { id: string } }>('/access-points', { body });
    const { id } = (await bodyOf(made, 201)).accessPoint;
    const path = `/access-points/${id}`;
    await bodyOf(fixture.manager.call(`${path}/unlock`, { body: { reason: 'Delivery for 4B' } }), 202);
    const events = `/access-events?accessPointId=${id}`;
    const read = async () =>
      (await fixture.manager.call<{ accessEvents: { reasonText: string | null }[] }>(events)).body;
    await expect.poll(async () => (await read()).accessEvents[0]?.reasonText).toBe('Delivery for 4B');

    const page = await signInToConsole(fixture, `/buildings/${propertyId}?tab=doors`);
    await page.getByRole('row', { name: 'Side door' }).press('Enter');
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText('“Delivery for 4B”').waitFor();
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Back door');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Door saved.').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);

    const old = fixture.manager.call<{ controllerKey: { secret: string } }>(`${path}/controller-key`, {
      method: 'POST',
    });
    const bearer = (await bodyOf(old, 201)).controllerKey.secret;
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Controller key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Controller key of Back door' });
    await dialog.getByText('Current key').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    await dialog.getByLabel('Secret', { exact: true }).waitFor();
    const heartbeat = { bearer, body: { accessPointIds: [id] } };
    const { status } = await call(`${fixture.system.local.gatewayUrl}/access/heartbeat`, heartbeat);
    expect(status).toBe(204);
  });

  test('the activity answers why a code does not work, from its building', async () => {
    const { id: propertyId } = await fixture.manager.createProperty(`Code ${randomUUID()}`);
    const controller = { adapter: 'http', ref: `code-${randomUUID()}` };
    const body = { propertyId, name: 'Gate', kind: 'GATE', controller };
    const made = fixture.manager.call<{ accessPoint: { id: string } }>('/access-points', { body });
    const { id } = (await bodyOf(made, 201)).accessPoint;
    const minted = fixture.manager.call<{ controllerKey: { secret: string } }>(
      `/access-points/${id}/controller-key`,
      { method: 'POST' },
    );
    const bearer = (await bodyOf(minted, 201)).controllerKey.secret;
    const pass = {
      propertyId,
      accessPointIds: [id],
      kind: 'VENDOR',
      holders: [{ name: 'Northside Plumbing' }],
      startsAt: '2020-01-01T00:00:00Z',
      endsAt: '2099-01-01T00:00:00Z',
    };
    const given = fixture.manager.call<{ pass: { id: string; holders: { pin: string }[] } }>('/passes', {
      body: pass,
    });
    const { id: passId, holders } = (await bodyOf(given, 201)).pass;
    await fixture.manager.call(`/passes/${passId}`, { method: 'DELETE' });
    const tried = { bearer, body: { accessPointId: id, pin: holders[0]?.pin } };
    expect((await call(`${fixture.system.local.gatewayUrl}/access/verify`, tried)).status).toBe(403);

    const page = await signInToConsole(fixture, `/buildings/${propertyId}?tab=activity`);
    const row = page.getByRole('row', { name: 'Northside Plumbing, vendor pass' });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/ended \d\d:\d\d/);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });
});
