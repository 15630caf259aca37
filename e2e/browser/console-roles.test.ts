import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('the front desk in the console', () => {
  const fixture = useBrowser();

  test('sees only the pages and actions of its role', async () => {
    const property = await fixture.manager.createProperty(`Desk ${randomUUID()}`);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 1');
    const page = await signInToConsole(fixture, '', { email: 'nia.park@maple-living.test' });
    await page.getByText('No figures for your role.').waitFor();
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    expect(await links.allTextContents()).toEqual([
      'Activity',
      'Reports',
      'Buildings',
      'Residents',
      'Invites',
      'Calls',
      'Doors',
      'Passes',
    ]);
    const main = page.getByRole('main');
    for (const [name, actions] of [
      ['Reports', []],
      ['Buildings', []],
      ['Invites', []],
      ['Doors', []],
      ['Passes', ['New pass']],
    ] as const) {
      await links.filter({ hasText: name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      expect(await findFaults(fixture.reader)).toEqual([]);
      const offered = main.getByRole('button', { name: /^(New|Invite|Send|Revoke|Import)/ });
      expect(await offered.allTextContents()).toEqual(actions);
    }
    await page.goto(`${fixture.system.local.consoleUrl}/buildings/${property.id}?open=${unit.id}`);
    const drawer = page.getByRole('dialog', { name: 'Apt 1' });
    await drawer.getByText('No residents.').waitFor();
    expect(await drawer.getByRole('tab').allTextContents()).toEqual(['Overview', 'Ringing', 'Calls', 'API']);
    expect(await drawer.getByRole('button', { name: /^(Invite|Move|Assign)/ }).count()).toBe(0);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });
});
