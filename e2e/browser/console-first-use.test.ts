import { newCompany, organizationOf } from '@pas/tools/local-system/demo/people';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCompany } from '../client/new-company.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { countSteps, secondsOf } from './count-steps.ts';
import { findFaults } from './find-faults.ts';
import { holdRequests } from './hold-requests.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

const threeMinutes = 180;

describe.skipIf(hasNoBrowser)('a new company', () => {
  const fixture = useBrowser();

  let manager: PropertyManager;
  beforeAll(async () => {
    const { local } = fixture.system;
    const { id: organizationId } = organizationOf(newCompany);
    const { key } = await createCompany(local, { name: newCompany.name, organizationId });
    manager = actAsManager({ gatewayUrl: local.gatewayUrl, key });
  });

  const signIn = (): Promise<Page> => signInToConsole(fixture, '', { email: newCompany.owner.email });
  const stepsOf = (page: Page) => page.getByRole('region', { name: 'First steps' });

  test('steps can be skipped, hide then, and come back from the account menu', async () => {
    const page = await signIn();
    const steps = stepsOf(page);
    await steps.getByText('0 of 5 done').waitFor();
    await steps.getByRole('link', { name: 'New building' }).waitFor();
    expect(await steps.getByRole('link').count()).toBe(1);
    await steps.getByRole('button', { name: 'Skip: Phone number' }).press('Enter');
    await steps.getByText('Skipped').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await steps.getByRole('button', { name: 'Skip all' }).press('Enter');
    await steps.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: new RegExp(`^${newCompany.owner.name}`) }).press('Enter');
    await page.getByRole('menuitem', { name: 'First steps' }).press('Enter');
    await expect.poll(() => steps.getByText('Skipped').count()).toBe(5);
  });

  test('from no building to the first invite: three minutes', async () => {
    const page = await signIn();
    const walk = countSteps();
    const follow = async (name: string): Promise<void> =>
      walk.click(stepsOf(page).getByRole('link', { name }));
    await walk.look(stepsOf(page).getByText('0 of 5 done'));

    await follow('New building');
    const building = page.getByRole('dialog', { name: 'New building' });
    await walk.look(building.getByLabel('Name'));
    await walk.type(building.getByLabel('Name'), 'Harbor House');
    await walk.choose(building.getByLabel('Country'), 'DE');
    await walk.click(building.getByRole('button', { name: 'Create building' }));
    await walk.look(page.getByRole('heading', { name: 'Harbor House', level: 1 }));

    await follow('Add units');
    const units = page.getByRole('dialog', { name: 'Add units' });
    const labels = units.getByLabel('Labels');
    await walk.look(labels);
    await walk.type(labels, '1A-4F');
    await walk.look(units.getByText('24 new'));
    expect(await findFaults(fixture.reader)).toEqual([]);
    const held = await holdRequests(page, { method: 'POST', path: '/units' });
    await walk.click(units.getByRole('button', { name: 'Create 24 units' }));
    await expect.poll(() => labels.isEditable()).toBe(false);
    held.release();
    await page.getByText('24 units created.').waitFor();

    await follow('New door');
    const door = page.getByRole('dialog', { name: 'New door' });
    await walk.look(door.getByLabel('Name'));
    await walk.type(door.getByLabel('Name'), 'Main door');
    const controller = door.getByRole('textbox', { name: 'Controller', exact: true });
    await walk.type(controller, `main-${Date.now()}`);
    await walk.click(door.getByRole('button', { name: 'Create door' }));
    await walk.look(page.getByRole('dialog', { name: 'Main door' }));
    await walk.press(page.locator('body'), 'Escape');

    await follow('Add number');
    const number = page.getByRole('dialog', { name: 'Add number' });
    await walk.look(number.getByLabel('Number'));
    await walk.type(number.getByLabel('Number'), `+1646555${String(Date.now() % 10_000).padStart(4, '0')}`);
    await walk.press(number.getByLabel('Number'), 'Enter');
    await walk.click(page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }));
    const assign = page.getByRole('dialog', { name: /^Assign \+1/ });
    await walk.look(assign.getByLabel('Building'));
    await walk.click(assign.getByRole('button', { name: 'Assign', exact: true }));
    await assign.waitFor({ state: 'detached' });
    await walk.press(page.locator('body'), 'Escape');

    await follow('Invite resident');
    const invite = page.getByRole('dialog', { name: 'Invite resident' });
    const unit = invite.getByLabel('Unit');
    await walk.look(unit.and(page.locator(':focus')));
    await walk.type(unit, '1A');
    const email = 'first.resident@example.test';
    await walk.click(invite.getByLabel('E-mail'));
    await walk.type(invite.getByLabel('E-mail'), email);
    await walk.press(invite.getByLabel('E-mail'), 'Enter');
    await walk.look(page.getByRole('dialog', { name: email }));
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(threeMinutes);
    await stepsOf(page).waitFor({ state: 'detached' });

    await page.goto(`${fixture.system.local.consoleUrl}/?steps=true`);
    await stepsOf(page).getByText('5 of 5 done').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await stepsOf(page).getByRole('button', { name: 'Hide' }).press('Enter');
    await stepsOf(page).waitFor({ state: 'detached' });
  });

  test('pasted units show which are new, existing or unreadable, and a failed one is tried again', async () => {
    const { id } = await manager.createProperty('Pasted House');
    await manager.ensureUnit(id, 'Apt 4F');
    const path = `/buildings/${id}?tab=units`;
    const page = await signInToConsole(fixture, path, { email: newCompany.owner.email });
    await page.getByRole('button', { name: 'Add several' }).click();
    const units = page.getByRole('dialog', { name: 'Add units' });
    await units.getByLabel('Labels').fill('4F\n5A–5C\n9–2');
    for (const words of ['3 new', '1 in the building already', '1 not readable'])
      await units.getByText(words).waitFor();
    await page.route('**/api/admin/units', (route) =>
      route.request().postData()?.includes('5B') === true ? route.abort() : route.continue(),
    );
    await units.getByRole('button', { name: 'Create 3 units' }).click();
    await units.getByText('5B: No answer from the service.').waitFor();
    expect(await units.getByLabel('Labels').inputValue()).toBe('5B');
    await page.unroute('**/api/admin/units');
    await units.getByRole('button', { name: 'Try again' }).click();
    await units.waitFor({ state: 'detached' });
    await page.getByText('1 unit created.').waitFor();
  });
});
