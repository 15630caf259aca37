import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { unitField } from './invite-form.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('invites in the console', () => {
  const fixture = useBrowser();

  test('creates no unit for a typing error: a new unit is a separate choice', async () => {
    const name = `Choice ${randomUUID()}`;
    const property = await fixture.manager.createProperty(name);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 3A');
    const resident = {
      kind: 'RESIDENT',
      firstName: 'Clara',
      lastName: 'Reyes',
      residence: { unitId: unit.id },
    };
    const body = { ...resident, email: `choice.${unit.id}@example.test` };
    await bodyOf(fixture.manager.call('/users', { body }), 201);
    const units = () => fixture.manager.call<{ total: number }>(`/units?propertyId=${property.id}`);
    const page = await signInToConsole(fixture, '/invites');
    await page.getByRole('button', { name: 'Invite resident' }).click();
    const form = page.getByRole('dialog', { name: 'Invite resident' });
    expect(await form.getByLabel('Building').inputValue()).toBe('');
    await form.getByLabel('E-mail').fill(`typo.${randomUUID()}@example.test`);
    await unitField(page).fill('3Z');
    await unitField(page).press('Enter');
    await form.getByText('Choose the building.').waitFor();
    await form.getByLabel('Building').selectOption(property.id);
    await unitField(page).fill('3');
    await page.getByRole('option', { name: 'Apt 3A Floor 3, Clara Reyes' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await unitField(page).fill('3Z');
    await unitField(page).press('Enter');
    await form.getByText('This building has no such unit.').waitFor();
    expect((await units()).body).toMatchObject({ total: 1 });
    await form.getByLabel(`Create unit 3Z in ${name}`).check();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Timeline').waitFor();
    expect((await units()).body).toMatchObject({ total: 2 });
  });
});
