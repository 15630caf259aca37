import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { addDoor, enterPortal, moveIn, phone } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('a resident with homes in two buildings', () => {
  const fixture = useBrowser();

  test('sees the doors by building, and creates a pass for one building', async () => {
    const home = await moveIn(fixture);
    const name = `Lake House ${randomUUID()}`;
    const property = await fixture.manager.createProperty(name);
    const unit = await fixture.manager.ensureUnit(property.id, 'Cabin 2');
    const gate = await addDoor(fixture, property.id, 'Lake gate');
    const body = { unitId: unit.id };
    await bodyOf(fixture.manager.call(`/users/${home.userId}/residences`, { body }), 201);

    const page = await fixture.open(phone);
    await page.goto(fixture.system.local.residentUrl);
    await enterPortal(page, home.email);
    for (const place of ['Phone Court', name]) await page.getByRole('heading', { name: place }).waitFor();
    expect(await page.title()).toBe('Doors – My home');
    expect(await findFaults(fixture.reader)).toEqual([]);

    await page.getByRole('button', { name: 'Let someone in' }).click();
    await page.getByRole('group', { name: 'Home' }).getByRole('radio', { name }).check();
    const doors = page.getByRole('group', { name: 'Doors' });
    expect(await doors.getByRole('checkbox').count()).toBe(1);
    await doors.getByLabel(gate.name).uncheck();
    await page.getByRole('button', { name: 'Create pass' }).click();
    await page.getByRole('alert').filter({ hasText: 'Choose at least one door.' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await doors.getByLabel(gate.name).check();
    await page.getByRole('button', { name: 'Create pass' }).click();
    await page.getByRole('heading', { name: 'The pass is ready' }).waitFor();
    const listed = fixture.manager.call<{ passes: { propertyId: string; accessPointIds: string[] }[] }>(
      `/passes?propertyId=${property.id}`,
    );
    expect((await bodyOf(listed, 200)).passes).toEqual([
      expect.objectContaining({ accessPointIds: [gate.id] }),
    ]);
  });
});
