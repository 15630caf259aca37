import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { missCall } from '../client/miss-call.ts';
import { addResident } from '../client/new-resident.ts';
import { findFaults, findHorizontalScrolling } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** Builds a file of 200 residents, five of them with an invalid address unless corrected. */
function rosterOf(mark: string, isCorrected: boolean): Buffer {
  const wrong = new Set(isCorrected ? [] : [20, 60, 100, 140, 180]);
  const rows = Array.from({ length: 200 }, (_, index) => {
    const email = wrong.has(index) ? 'no-address' : `r${index}.${mark}@example.test`;
    return `Apt ${100 + index},Robin,Reyes ${index},${email}`;
  });
  return Buffer.from(['Apt,First name,Last name,Mail', ...rows].join('\n'));
}

describe.skipIf(hasNoBrowser)('a manager’s work in the console', () => {
  const fixture = useBrowser();

  /** Finds the faults of the page, except for the expected refusal. */
  async function findUnexpectedFaults(): Promise<string[]> {
    const faults = await findFaults(fixture.reader);
    return faults.filter((text) => !text.includes('status of 422'));
  }

  test('creates a building, a unit and a door, and shows each view of the building', async () => {
    const name = `Made ${randomUUID()}`;
    const page = await signInToConsole(fixture, '/buildings');
    await page.getByRole('button', { name: 'New building' }).press('Enter');
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Country').selectOption('US');
    await form.getByLabel('Time zone').selectOption('America/New_York');
    await form.getByLabel('External id').fill('with/slash');
    await form.getByLabel('Name').press('Enter');
    await form.getByRole('alert').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe(name);
    await form.getByLabel('External id').fill('');
    await form.getByLabel('Name').press('Enter');
    await page.getByRole('heading', { name, level: 1 }).waitFor();

    await page.getByRole('button', { name: 'New unit' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Label').fill('Apt 12A');
    await page.getByRole('dialog').getByLabel('Label').press('Enter');
    await page.getByRole('group', { name: 'Floor 12' }).waitFor();
    for (const [question, answer] of [
      ['Invited?', 'not invited'],
      ['Will it ring?', 'would not ring: Visitors have no number to call.'],
      ['Last call', 'no call'],
    ] as const) {
      await page.getByText(question, { exact: true }).click();
      await page.getByRole('button', { name: `Apt 12A, ${answer}` }).waitFor();
      expect(await findUnexpectedFaults()).toEqual([]);
    }
    expect(await findHorizontalScrolling(page)).toEqual([]);
    await page.getByRole('button', { name: /^Apt 12A/ }).click();
    for (const tab of ['Ringing', 'Calls', 'API']) {
      await page.getByRole('dialog').getByRole('tab', { name: tab }).click();
      expect(await findUnexpectedFaults()).toEqual([]);
    }

    const propertyId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.goto(`${fixture.system.local.consoleUrl}/doors`);
    await page.getByRole('button', { name: 'New door' }).press('Enter');
    const door = page.getByRole('dialog');
    await door.getByLabel('Name').fill(`Gate of ${name}`);
    await door.getByLabel('Kind').selectOption('GATE');
    await door.getByRole('textbox', { name: 'Controller', exact: true }).fill(`made-${randomUUID()}`);
    expect(await findUnexpectedFaults()).toEqual([]);
    // The form chooses none of several buildings by itself.
    await door.getByLabel('Name').press('Enter');
    await page.locator('select[name=propertyId]:invalid').waitFor();
    await door.getByLabel('Building').selectOption(propertyId);
    await door.getByLabel('Name').press('Enter');
    await page
      .getByRole('dialog', { name: `Gate of ${name}` })
      .getByText('Access', { exact: true })
      .waitFor();
  });

  test('closes a report of a resident, and reopens it', async () => {
    const { system, manager } = fixture;
    const { propertyId, unitId, signedIn } = await addResident(system.portalOf('DEV'), manager);
    const text = `The gate is stuck ${randomUUID()}`;
    const body = { kind: 'DOOR', text, unitId };
    const url = `${system.local.gatewayUrl}/api/v1/me/reports`;
    await bodyOf(call(url, { body, bearer: signedIn.token }), 201);
    const page = await signInToConsole(fixture, `/reports?propertyId=${propertyId}`);
    await page.getByText(text).click();
    const drawer = page.getByRole('dialog', { name: 'Report: door' });
    await drawer.getByRole('button', { name: 'Mark as done' }).click();
    await drawer.getByRole('button', { name: 'Reopen' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    const list = manager.call<{ reports: { status: string }[] }>(`/reports?propertyId=${propertyId}`);
    expect((await bodyOf(list, 200)).reports).toMatchObject([{ status: 'DONE' }]);
    await drawer.getByRole('button', { name: 'Reopen' }).click();
    await drawer.getByRole('button', { name: 'Mark as done' }).waitFor();
  });

  test('finds a call by the visitor’s number, with the reason why nobody answered', async () => {
    const property = await fixture.manager.createProperty(`Why ${randomUUID()}`);
    const unit = await fixture.manager.ensureUnit(property.id, '4B');
    const residence = { unitId: unit.id };
    const person = { kind: 'RESIDENT', firstName: 'Robin', lastName: 'Nophone', residence };
    const email = `why.${randomUUID()}@example.test`;
    await bodyOf(fixture.manager.call('/users', { body: { ...person, email } }), 201);
    const { sandboxUrl } = fixture.system.local;
    const { visitor } = await missCall(fixture.manager, { sandboxUrl, unitId: unit.id });

    const page = await signInToConsole(fixture);
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill(visitor);
    await page.keyboard.press('Enter');
    // Found by the E.164 form, shown in the national form.
    const shown = visitor.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3');
    await page.getByRole('row', { name: shown }).press('Enter');
    const drawer = page.getByRole('dialog', { name: `Call from ${shown}` });
    await drawer.getByRole('alert').filter({ hasText: 'No phone was rung' }).waitFor();
    await drawer.getByText('was not rung: they have not verified a phone number').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('imports 200 residents after five bad rows were corrected in the file of errors', async () => {
    const mark = randomUUID().slice(0, 8);
    const property = await fixture.manager.createProperty(`Roster ${mark}`);
    const page = await signInToConsole(fixture, '/imports');
    const drop = async (isCorrected: boolean): Promise<void> => {
      const buffer = rosterOf(mark, isCorrected);
      await page
        .getByLabel('Drop a file')
        .setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer });
      await page.getByLabel('Building').selectOption(property.id);
      await page.getByRole('button', { name: 'Check the file' }).press('Enter');
    };
    await drop(false);
    await page.getByRole('table', { name: 'Errors' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save errors.csv' }).press('Enter');
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(6);
    expect(lines.filter((line) => line.includes('no-address'))).toHaveLength(5);

    await page.goto(`${fixture.system.local.consoleUrl}/imports`);
    await drop(true);
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    await page.getByText('200 rows done').waitFor();
    const { total } = await fixture.manager.listUsers({ propertyId: property.id, limit: '1' });
    expect(total).toBe(200);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });
});
