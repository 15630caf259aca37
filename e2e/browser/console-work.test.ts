import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { missCall } from '../client/miss-call.ts';
import { findFaults, findSidewaysScrolling } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useDesk } from './use-desk.ts';

/** A file of residents as a manager has it: 200 rows, of which five have an address that is none. */
function rosterOf(mark: string, isMended: boolean): Buffer {
  const wrong = new Set(isMended ? [] : [20, 60, 100, 140, 180]);
  const rows = Array.from({ length: 200 }, (_, index) => {
    const email = wrong.has(index) ? 'no-address' : `r${index}.${mark}@example.test`;
    return `Apt ${100 + index},Robin,Reyes ${index},${email}`;
  });
  return Buffer.from(['Apt,First name,Last name,Mail', ...rows].join('\n'));
}

describe.skipIf(hasNoBrowser)('a manager’s work in the console', () => {
  const desk = useDesk();

  /** What is wrong with the page, without the refusal that the test has asked for. */
  async function findOthers(): Promise<string[]> {
    const faults = await findFaults(desk.reader);
    return faults.filter((text) => !text.includes('status of 422'));
  }

  test('a building, a unit and a door are made in it, and the building answers each question', async () => {
    const name = `Made ${randomUUID()}`;
    const page = await signInToConsole(desk, '/buildings');
    await page.getByRole('button', { name: 'New building' }).press('Enter');
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Country').fill('us');
    await form.getByLabel('Time zone').fill('Nowhere/Land');
    await form.getByLabel('Name').press('Enter');
    await form.getByRole('alert').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe(name);
    await form.getByLabel('Time zone').fill('');
    await form.getByLabel('Name').press('Enter');
    await page.getByRole('heading', { name, level: 1 }).waitFor();

    await page.getByRole('button', { name: 'New unit' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Label').fill('Apt 12A');
    await page.getByRole('dialog').getByLabel('Label').press('Enter');
    await page.getByRole('group', { name: 'Floor 12' }).waitFor();
    for (const [question, answer] of [
      ['Invited?', 'nobody invited'],
      ['Will it ring?', 'would not ring: Visitors have no number to call.'],
      ['Last call', 'no call'],
    ] as const) {
      await page.getByText(question, { exact: true }).click();
      await page.getByRole('button', { name: `Apt 12A, ${answer}` }).waitFor();
      expect(await findOthers()).toEqual([]);
    }
    expect(await findSidewaysScrolling(page)).toEqual([]);
    await page.getByRole('button', { name: /^Apt 12A/ }).click();
    for (const tab of ['Ringing', 'Calls', 'API']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await findOthers()).toEqual([]);
    }

    await page.goto(`${desk.system.local.consoleUrl}/doors`);
    await page.getByRole('button', { name: 'New door' }).press('Enter');
    const door = page.getByRole('dialog');
    await door.getByLabel('Name').fill(`Gate of ${name}`);
    await door.getByLabel('Kind').selectOption('GATE');
    await door.getByRole('textbox', { name: 'Controller', exact: true }).fill(`made-${randomUUID()}`);
    expect(await findOthers()).toEqual([]);
    await door.getByLabel('Name').press('Enter');
    await page
      .getByRole('dialog', { name: `Gate of ${name}` })
      .getByText('Access', { exact: true })
      .waitFor();
  });

  test('why a call was not answered is found by the visitor’s number alone', async () => {
    const property = await desk.manager.createProperty(`Why ${randomUUID()}`);
    const unit = await desk.manager.ensureUnit(property.id, '4B');
    const residence = { unitId: unit.id };
    const person = { kind: 'RESIDENT', firstName: 'Robin', lastName: 'Nophone', residence };
    const email = `why.${randomUUID()}@example.test`;
    await bodyOf(desk.manager.call('/users', { body: { ...person, email } }), 201);
    const { sandboxUrl } = desk.system.local;
    const { visitor } = await missCall(desk.manager, { sandboxUrl, unitId: unit.id });

    const page = await signInToConsole(desk);
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill(visitor);
    await page.keyboard.press('Enter');
    // Found by what a program would write, shown as people write it.
    const shown = visitor.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3');
    await page.getByRole('row', { name: shown }).press('Enter');
    const drawer = page.getByRole('dialog', { name: `Call from ${shown}` });
    await drawer.getByRole('alert').filter({ hasText: 'No phone was rung' }).waitFor();
    await drawer.getByText('was not rung: they have not verified a phone number').waitFor();
    expect(await findFaults(desk.reader)).toEqual([]);
  });

  test('200 residents with five bad rows: the file to mend, mended, and all of them imported', async () => {
    const mark = randomUUID().slice(0, 8);
    const property = await desk.manager.createProperty(`Roster ${mark}`);
    const page = await signInToConsole(desk, '/imports');
    const drop = async (isMended: boolean): Promise<void> => {
      const buffer = rosterOf(mark, isMended);
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

    await page.goto(`${desk.system.local.consoleUrl}/imports`);
    await drop(true);
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    await page.getByText('200 rows done').waitFor();
    const { total } = await desk.manager.listUsers({ propertyId: property.id, limit: '1' });
    expect(total).toBe(200);
    expect(await findFaults(desk.reader)).toEqual([]);
  });
});
