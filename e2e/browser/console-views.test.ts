import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { countSteps, secondsOf } from './count-steps.ts';
import { findFaults } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('views and files of a list', () => {
  const fixture = useBrowser();

  /** Invites a person to a new building, and opens its list of invites. */
  async function openInvites(): Promise<{ page: Page; email: string }> {
    const email = `view.${randomUUID()}@example.test`;
    const { property } = await inviteToNewUnit(fixture.manager, `View ${randomUUID()}`, email);
    const page = await signInToConsole(fixture, `/invites?propertyId=${property.id}`);
    await page.getByRole('row', { name: email }).waitFor();
    return { page, email };
  }

  test('columns can be hidden, and a saved view brings filters and columns back', async () => {
    const { page, email } = await openInvites();
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Contact').uncheck();
    await page.getByRole('columnheader', { name: 'Contact' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('hide=Contact');
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.keyboard.press('Escape');
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: 'Save view' }).press('Enter');
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Mine');
    await page.keyboard.press('Enter');
    await expect.poll(() => views.locator('[aria-current]').allTextContents()).toEqual(['Mine']);
    expect(await findFaults(fixture.reader)).toEqual([]);

    await page.goto(`${fixture.system.local.consoleUrl}/invites`);
    await page.getByRole('columnheader', { name: 'Contact' }).waitFor();
    await views.getByRole('link', { name: 'Mine' }).press('Enter');
    await page.getByRole('row', { name: email }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Contact' }).count()).toBe(0);
    await views.getByRole('button', { name: 'Remove view' }).press('Enter');
    await views.getByRole('link', { name: 'Mine' }).waitFor({ state: 'detached' });
  });

  test('a filtered list is saved as CSV, and an old log-in leads to a fresh one', async () => {
    const { page, email } = await openInvites();
    const button = page.getByRole('button', { name: 'Export CSV' });
    const saving = page.waitForEvent('download');
    await button.press('Enter');
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split(/\r?\n/);
    expect([lines.length, lines[0]?.startsWith('id,')]).toEqual([2, true]);
    expect(lines[1]).toContain(email);

    const problem = {
      status: 403,
      code: 'login_too_old',
      message: 'Sign in again.',
      correlationId: 'test-1234',
    };
    await page.route('**/onboarding/invites?*', (route) =>
      route.request().headers()['accept'] === 'text/csv'
        ? route.fulfill({
            status: 403,
            contentType: 'application/problem+json',
            body: JSON.stringify(problem),
          })
        : route.continue(),
    );
    await button.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Export CSV' });
    await dialog.getByRole('link', { name: 'Sign in again, then retry' }).waitFor();
    expect(await fixture.reader.findBarriers()).toEqual([]);
    await page.unroute('**/onboarding/invites?*');
    const again = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
    await again;
    await dialog.waitFor({ state: 'detached' });
  });

  test('the file of a building’s units has the units of the search, in the order of the list', async () => {
    const property = await fixture.manager.createProperty(`File ${randomUUID()}`);
    for (const label of ['Apt 1', 'Apt 2', 'Store']) await fixture.manager.ensureUnit(property.id, label);
    const page = await signInToConsole(fixture, `/buildings/${property.id}?tab=units&q=Apt&sort=-label`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text.match(/Apt \d|Store/g)).toEqual(['Apt 2', 'Apt 1']);
  });

  test('the audit reads as sentences, and a former label finds them', async () => {
    const mark = randomUUID().slice(0, 8);
    const property = await fixture.manager.createProperty(`Audit ${mark}`);
    const unit = await fixture.manager.ensureUnit(property.id, `Apt ${mark}`);
    const body = { label: `Penthouse ${mark}` };
    await bodyOf(fixture.manager.call(`/units/${unit.id}`, { method: 'PATCH', body }), 200);
    const query = { targetId: unit.id, action: 'unit.updated' };
    await expect.poll(async () => (await fixture.manager.listAudit(query)).total).toBe(1);
    const page = await signInToConsole(fixture, '/audit');
    await page.getByLabel('Search by label or name').fill(`apt ${mark}`);
    const row = page.getByRole('row', { name: `renamed Apt ${mark} to Penthouse ${mark}` });
    await row.waitFor();
    await page.getByLabel('Kind of change').selectOption('Unit created');
    await page.getByRole('row', { name: `created unit Apt ${mark}` }).press('Enter');
    await page.getByRole('dialog').getByText(`created unit Apt ${mark}`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Person or program' }).press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Kind of change').selectOption('All');
    await page.getByLabel('Search by label or name').fill('');
    await page.getByRole('combobox', { name: 'Object' }).fill(`penthouse ${mark}`);
    await page.getByRole('option', { name: `Penthouse ${mark}, Audit ${mark}` }).click();
    await page.getByText('2 in all').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('to find out from Today who changed a label: 20 seconds', async () => {
    const mark = randomUUID().slice(0, 6);
    const property = await fixture.manager.createProperty(`Label ${mark}`);
    const unit = await fixture.manager.ensureUnit(property.id, `Apt ${mark}`);
    const body = { label: `Penthouse ${mark}` };
    await bodyOf(fixture.manager.call(`/units/${unit.id}`, { method: 'PATCH', body }), 200);
    const query = { targetId: unit.id, action: 'unit.updated' };
    await expect.poll(async () => (await fixture.manager.listAudit(query)).total).toBe(1);
    const page = await signInToConsole(fixture);
    const walk = countSteps();
    await walk.look(page.getByRole('heading', { name: 'Today', level: 1 }));
    await walk.click(
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Activity', exact: true }),
    );
    const search = page.getByLabel('Search by name or label');
    await walk.look(search);
    await walk.click(search);
    await walk.type(search, `penthouse ${mark}`);
    const row = page.getByRole('row', { name: `renamed Apt ${mark} to Penthouse ${mark}` });
    await walk.look(row);
    await row.getByText('Local system').waitFor();
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(20);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });
});
