import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import type { User } from '../client/property-manager.ts';
import { findFaults, findHorizontalScrolling } from './find-faults.ts';
import { loseAnswer } from './hold-requests.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('a resident’s page', () => {
  const fixture = useBrowser();

  interface Home {
    propertyId: string;
    building: string;
    unitId: string;
  }

  async function addHome(label = 'Apt 12A'): Promise<Home> {
    const building = `People ${randomUUID()}`;
    const { id: propertyId } = await fixture.manager.createProperty(building);
    const { id: unitId } = await fixture.manager.ensureUnit(propertyId, label);
    return { propertyId, building, unitId };
  }

  async function addResident(unitId: string, lastName = `Q${randomUUID().slice(0, 5)}`): Promise<User> {
    const email = `people.${randomUUID()}@example.test`;
    const body = { kind: 'RESIDENT', firstName: 'Robin', lastName, email, residence: { unitId } };
    return (await bodyOf(fixture.manager.call<{ user: User }>('/users', { body }), 201)).user;
  }

  const readUser = async ({ id }: User): Promise<User> =>
    (await bodyOf(fixture.manager.call<{ user: User }>(`/users/${id}`), 200)).user;
  const openPage = (user: User, query = ''): Promise<Page> =>
    signInToConsole(fixture, `/residents/${user.id}${query}`);
  const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name });

  test('shows homes, calls, devices, passes, invites and history in tabs, also on a phone', async () => {
    const { unitId } = await addHome();
    const user = await addResident(unitId);
    const page = await openPage(user);
    for (const [tab, sign] of [
      ['Access', 'No entries by this resident, their guests, or with an unknown PIN.'],
      ['Calls', 'No calls for this resident yet.'],
      ['Devices', 'No devices. A phone appears once the resident signs in to the app.'],
      ['Passes', 'No active passes of this resident.'],
      ['Invites', 'No invites to this resident.'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText(sign).waitFor();
      expect(await findFaults(fixture.reader)).toEqual([]);
    }
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('row', { name: /created/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('history');
    expect([...(await findFaults(fixture.reader)), ...(await findHorizontalScrolling(page))]).toEqual([]);
  });

  test('moves a resident out on a day in the building’s time zone, and undoes the move', async () => {
    const { unitId } = await addHome();
    const user = await addResident(unitId);
    const page = await openPage(user);
    await page.getByRole('button', { name: /^Move out/ }).click();
    const question = dialog(page, 'Move out of Apt 12A');
    await question.getByLabel('Last day').fill('2031-02-28');
    await question.getByText('End of Feb 28, 2031').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await question.getByRole('button', { name: 'Move out' }).click();
    await page.getByText('Undo is possible until').waitFor();
    // The first company's buildings are in New York.
    expect((await readUser(user)).residences).toMatchObject([{ endsAt: '2031-03-01T05:00:00.000Z' }]);
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Move undone.').waitFor();
    await page.getByText('Undo is possible until').waitFor({ state: 'detached' });
    expect((await readUser(user)).residences).toMatchObject([{ endsAt: null }]);
  });

  test('transfers a resident to a unit of the building that typing finds', async () => {
    const { propertyId, unitId } = await addHome();
    const { id: toUnitId } = await fixture.manager.ensureUnit(propertyId, 'Apt 3C');
    const user = await addResident(unitId);
    const page = await openPage(user);
    await page.getByRole('button', { name: /^Transfer/ }).click();
    const question = dialog(page, 'Transfer from Apt 12A');
    await question.getByRole('combobox', { name: 'Unit' }).fill('3C');
    await page.getByRole('option', { name: 'Apt 3C' }).click();
    await question.getByText('Sessions that end').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await question.getByRole('button', { name: 'Transfer' }).click();
    await page.getByRole('link', { name: /^Apt 3C, People/ }).waitFor();
    await page.getByRole('heading', { name: 'Former homes' }).waitFor();
    expect((await readUser(user)).residences.map((residence) => residence.unitId)).toContain(toUnitId);
  });

  test('changes contacts, disables and enables, and invites again', async () => {
    const { unitId } = await addHome();
    const user = await addResident(unitId);
    const page = await openPage(user);
    await page.getByRole('button', { name: 'Edit' }).click();
    const email = `right.${randomUUID()}@example.test`;
    await dialog(page, /^Edit/).getByLabel('E-mail').fill(email);
    await loseAnswer(page, { method: 'PATCH', path: user.id });
    await dialog(page, /^Edit/).getByRole('button', { name: 'Save' }).click();
    await dialog(page, /^Edit/).getByRole('alert').waitFor();
    await dialog(page, /^Edit/).getByRole('button', { name: 'Save' }).click();
    await dialog(page, /^Edit/).waitFor({ state: 'detached' });
    await page.getByText(email).first().waitFor();

    await page.getByRole('button', { name: 'Invite again' }).click();
    await dialog(page, 'Invite again').getByRole('button', { name: 'Invite again' }).click();
    await page.getByText('Invite sent.').waitFor();
    await page.getByRole('tab', { name: 'Invites' }).click();
    await page.getByRole('row', { name: email }).getByText('Open').waitFor();

    await page.getByRole('tab', { name: 'Access' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await dialog(page, /^Disable/)
      .getByRole('button', { name: 'Disable' })
      .click();
    await page.getByRole('main').getByRole('button', { name: 'Enable' }).click();
    expect((await readUser(user)).status).toBe('DISABLED');
    await dialog(page, /^Enable/)
      .getByRole('button', { name: 'Enable' })
      .click();
    await page.getByRole('main').getByRole('button', { name: 'Disable' }).waitFor();
    expect((await readUser(user)).status).toBe('INVITED');
  });

  test('saves the data of a resident as a file, and erases it after the move-out with a receipt', async () => {
    const { unitId } = await addHome();
    const user = await addResident(unitId, 'Erased');
    const page = await signInToConsole(fixture, `/residents/${user.id}`, { isAlone: true });
    await page.getByRole('button', { name: 'Export data' }).click();
    const download = page.waitForEvent('download');
    await dialog(page, /^Export/)
      .getByRole('button', { name: 'Export data' })
      .click();
    expect((await download).suggestedFilename()).toBe(`${user.id}-data.json`);

    await page.getByRole('button', { name: 'Erase data' }).click();
    await dialog(page, /^Erase/)
      .getByText('Move them out first')
      .waitFor();
    await page.keyboard.press('Escape');
    await bodyOf(fixture.manager.call(`/users/${user.id}/move-out`, { body: { unitId } }), 200);
    await page.reload();
    await page.getByRole('button', { name: 'Erase data' }).click();
    const erase = dialog(page, /^Erase/);
    await erase.getByLabel('Type Robin Erased to continue').fill('Robin Erased');
    expect(await findFaults(fixture.reader)).toEqual([]);
    await erase.getByRole('button', { name: 'Erase' }).click();
    await erase.getByText('The data is erased.').waitFor();
    await erase.getByRole('button', { name: 'Go to all residents' }).click();
    await page.getByRole('heading', { name: 'Residents', level: 1 }).waitFor();
    expect((await fixture.manager.call(`/users/${user.id}`)).status).toBe(404);
  });

  test('the list includes former residents with their last home, and a unit lists everyone who lived there', async () => {
    const { propertyId, unitId, building } = await addHome();
    const before = await addResident(unitId, 'Before');
    await addResident(unitId, 'Now');
    await bodyOf(fixture.manager.call(`/users/${before.id}/move-out`, { body: { unitId } }), 200);
    const page = await signInToConsole(fixture, `/residents?propertyId=${propertyId}`);
    const former = page.getByRole('row', { name: /Robin Before/ });
    await former.getByText(`Apt 12A, ${building}`).waitFor();
    await former.getByText('until').waitFor();
    await former.getByText('Moved out').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('link', { name: 'Living here' }).click();
    await former.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Robin Now/ }).press('Enter');
    await page.getByRole('heading', { name: 'Robin Now', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Resident history' }).click();
    await page.getByText('Past and present residents of Apt 12A.').waitFor();
    await page.getByRole('row', { name: /Robin Before/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
  });
});
