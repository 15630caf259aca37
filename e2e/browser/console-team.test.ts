import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { findFaults, findHorizontalScrolling } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('the team of a company', () => {
  const fixture = useBrowser();

  interface Staff {
    id: string;
    status: string;
    propertyIds: string[] | null;
  }

  const findStaff = async (email: string): Promise<Staff[]> =>
    (await bodyOf(fixture.manager.call<{ users: Staff[] }>(`/users?kind=STAFF&email=${email}`), 200)).users;

  test('keeps the buildings of a member of staff while their names do not load', async () => {
    const { id } = await fixture.manager.createProperty(`Kept ${randomUUID()}`);
    const staff = { kind: 'STAFF', email: `kept.${randomUUID()}@example.test`, propertyIds: [id] };
    const made = fixture.manager.call<{ user: Staff }>('/users', { body: staff });
    const { user } = await bodyOf(made, 201);
    const page = await signInToConsole(fixture, '/api-keys');
    const list = '**/api/admin/properties?limit=200*';
    await page.route(list, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`${fixture.system.local.consoleUrl}/team?open=${user.id}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('tab', { name: 'Buildings' }).click();
    await drawer.getByRole('button', { name: 'Try again' }).waitFor();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Buildings saved.').waitFor();
    expect(await findStaff(staff.email)).toMatchObject([{ propertyIds: [id] }]);
    await page.unroute(list);
    await drawer.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => drawer.locator(`input[value=${id}]`).isChecked()).toBe(true);
  });

  test('keeps a choice of buildings that a person makes while an earlier save runs', async () => {
    const { id } = await fixture.manager.createProperty(`Early ${randomUUID()}`);
    const staff = { kind: 'STAFF', email: `early.${randomUUID()}@example.test`, propertyIds: [id] };
    const { user } = await bodyOf(fixture.manager.call<{ user: Staff }>('/users', { body: staff }), 201);
    const page = await signInToConsole(fixture, `/team?open=${user.id}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('tab', { name: 'Buildings' }).click();
    await drawer.getByLabel('All buildings, also new ones').check();
    const reload = Promise.withResolvers<undefined>();
    await page.route(`**/api/admin/users/${user.id}`, async (route) => {
      if (route.request().method() === 'GET') await reload.promise;
      await route.continue();
    });
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Buildings saved.').waitFor();
    await drawer.getByLabel('Only some buildings').check();
    const building = drawer.locator(`input[value=${id}]`);
    await building.check();
    reload.resolve(undefined);
    await drawer.locator('button[type=submit]:not([data-loading])').click();
    await expect.poll(() => findStaff(staff.email)).toMatchObject([{ propertyIds: [id] }]);
    expect(await building.isChecked()).toBe(true);
  });

  test('adds a member of staff with some buildings, widens the reach, disables and removes the person', async () => {
    const property = await fixture.manager.createProperty(`A team ${randomUUID()}`);
    const email = `staff.${randomUUID()}@example.test`;
    const page = await signInToConsole(fixture, '/team');
    await page.getByRole('button', { name: 'Add staff' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add staff' });
    await form.getByLabel('First name').fill('Lee');
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('Only some buildings').check();
    const building = (
      await bodyOf(fixture.manager.call<{ property: { name: string } }>(`/properties/${property.id}`), 200)
    ).property.name;
    await form.getByLabel(building).check();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Lee' });
    await drawer.getByText('Not signed in.').waitFor();
    expect(await findStaff(email)).toMatchObject([{ status: 'ACTIVE', propertyIds: [property.id] }]);
    expect([...(await findFaults(fixture.reader)), ...(await findHorizontalScrolling(page))]).toEqual([]);

    await drawer.getByRole('tab', { name: 'Buildings' }).click();
    await drawer.getByLabel('All buildings, also new ones').check();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Buildings saved.').waitFor();
    const [saved] = await findStaff(email);
    expect(saved).toMatchObject({ propertyIds: null });

    await drawer.getByLabel('Only some buildings').check();
    await drawer.getByLabel(building).check();
    const other = await fixture.manager.createProperty(`Another team ${randomUUID()}`);
    const patch = { method: 'PATCH', body: { propertyIds: [other.id] } } as const;
    expect((await fixture.manager.call(`/users/${saved?.id}`, patch)).status).toBe(200);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByRole('alert').waitFor();
    expect(await drawer.getByLabel(building).isChecked()).toBe(true);
    // The next press saves once the page has read the current version.
    const saveAgain = async () => {
      await drawer.getByRole('button', { name: 'Save' }).click();
      return findStaff(email);
    };
    await expect.poll(saveAgain).toMatchObject([{ propertyIds: [property.id] }]);

    await drawer.getByRole('tab', { name: 'Overview' }).click();
    await drawer.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog', { name: 'Disable Lee' }).getByRole('button', { name: 'Disable' }).click();
    await drawer.getByRole('button', { name: 'Enable' }).waitFor();
    expect(await findStaff(email)).toMatchObject([{ status: 'DISABLED' }]);
    await drawer.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove Lee' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Lee removed.').waitFor();
    expect(await findStaff(email)).toEqual([]);
  });

  test('an owner ends the session of a manager, who must sign in again', async () => {
    const theirs = await signInToConsole(fixture, '/residents', {
      email: 'eli.porter@maple-living.test',
      isAlone: true,
    });
    await theirs.getByRole('heading', { name: 'Residents', level: 1 }).waitFor();
    await theirs.goto(`${fixture.system.local.consoleUrl}/team`);
    await theirs.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
    // Only owners see sessions.
    expect(await theirs.getByRole('tab').allTextContents()).toEqual(['Staff']);

    const page = await signInToConsole(fixture, '/team?tab=sessions');
    const row = page.getByRole('row', { name: /^Eli Porter/ }).first();
    await row.getByText('Manager').waitFor();
    await page.getByText('(you, here)').waitFor();
    expect([...(await findFaults(fixture.reader)), ...(await findHorizontalScrolling(page))]).toEqual([]);
    await row.getByRole('button', { name: /^End session/ }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await page.getByText('Session ended.').waitFor();
    await theirs.reload();
    await theirs.getByRole('link', { name: 'Sign in' }).waitFor();
  });
});
