import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { findFaults } from './find-faults.ts';
import { fillInvite, unitField } from './invite-form.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('the console during failures', () => {
  const fixture = useBrowser();

  /** Starts an invite, and leaves its form open. */
  async function beginInvite(page: Page): Promise<void> {
    const { id: propertyId } = await fixture.manager.createProperty(`Away ${randomUUID()}`);
    await fillInvite(page, { propertyId, unit: 'Apt 7', email: 'away@example.test' });
  }

  test('reports an unavailable service, keeps the typed values, and recovers by itself', async () => {
    const page = await signInToConsole(fixture, '/invites');
    await beginInvite(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'No answer from the service' }).waitFor();
    await page.getByText('The service does not answer.').waitFor();
    expect(await unitField(page).inputValue()).toBe('Apt 7');
    await page.context().setOffline(false);
    await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
    expect(await unitField(page).inputValue()).toBe('Apt 7');
  });

  test('shows the changes of the first editor of a unit to a second editor, who can accept them', async () => {
    const property = await fixture.manager.createProperty(`Two ${randomUUID()}`);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 7C');
    const path = `/buildings/${property.id}?open=${unit.id}`;
    const change = async (page: Page, floor: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Floor' }).fill(floor);
      await page.getByRole('button', { name: 'Save' }).press('Enter');
    };
    const first = await signInToConsole(fixture, path);
    await first.getByRole('tab', { name: 'Change' }).click();
    const second = await signInToConsole(fixture, path);
    await second.getByRole('tab', { name: 'Change' }).click();
    await second.getByRole('textbox', { name: 'Floor' }).waitFor();
    await change(first, '7');
    await first.getByText('Unit saved.').waitFor();
    await change(second, '8');
    const conflict = second.getByRole('alert').filter({ hasText: 'Someone else changed this' });
    await conflict.getByText('– → 7').waitFor();
    expect(await fixture.reader.findBarriers()).toEqual([]);
    await conflict.getByRole('button', { name: 'Use theirs' }).press('Enter');
    await expect.poll(() => second.getByRole('textbox', { name: 'Floor' }).inputValue()).toBe('7');
  });

  test('has a red badge in production, and asks for its name before an irreversible act', async () => {
    const page = await signInToConsole(fixture);
    const property = await fixture.manager.createProperty(`Prod ${randomUUID()}`);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 1');
    const email = `prod.${randomUUID()}@example.test`;
    const body = { kind: 'RESIDENT', email, residence: { unitId: unit.id } };
    await bodyOf(fixture.manager.call('/users', { body }), 201);
    // The local system has no PROD: the test renames its development environment on the way.
    await page.route('**/api/admin/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-admin-env': 'DEV' } }),
    );
    await page.route('**/api/admin/auth/session', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { session: object };
      const session = { ...answer.session, environments: ['DEV', 'PROD'] };
      const headers = { ...response.headers(), 'x-admin-env': 'PROD' };
      await route.fulfill({ response, headers, json: { ...answer, session } });
    });
    // The figures name the environment too, and do not answer here.
    await page.route('**/api/admin/stats', () => undefined);
    await page.evaluate('sessionStorage.clear()');
    await page.goto(`${fixture.system.local.consoleUrl}/buildings/${property.id}?open=${unit.id}`);
    const badge = page.getByRole('banner').getByText('PROD');
    await badge.waitFor();
    const colour = String(
      await page.evaluate(`
        const badge = [...document.querySelectorAll('header *')].find((each) => each.textContent === 'PROD');
        getComputedStyle(badge.closest('button') ?? badge).backgroundColor;
      `),
    );
    const [red = 0, green = 0] = [...colour.matchAll(/\d+/g)].map(Number);
    expect([colour, red > 120, red > 3 * green]).toEqual([colour, true, true]);
    await page.getByRole('button', { name: /^Move out/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Move out of/ });
    const act = dialog.getByRole('button', { name: 'Move out' });
    await dialog.getByText('Sessions that end').waitFor();
    expect(await act.isDisabled()).toBe(true);
    await dialog.getByLabel('Type PROD to continue').fill('prod');
    expect(await act.isDisabled()).toBe(false);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });
});
