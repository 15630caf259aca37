import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hasNoBrowser, useBrowser } from './use-browser.ts';
import { findFaults, findSidewaysScrolling } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';

describe.skipIf(hasNoBrowser)('an import in the console', () => {
  const fixture = useBrowser();

  /** A file of two residents, one with an invalid address, with cells that a page could run as scripts. */
  const fileOf = (mark: string) => ({
    name: '<img src=x onerror=console.error(1)>.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Apt,First name,Last name,Mail,<b onclick=console.error(1)>Note</b>',
        `1A,<script>console.error(1)</script>,Reyes,jordan.${mark}@example.test,x`,
        '1B,Robin,"<img src=x onerror=console.error(1)>",no-address,x',
      ].join('\n'),
    ),
  });

  test('by the keyboard: shows the errors of a plan, saves them, imports the valid rows, and undoes the import', async () => {
    const mark = randomUUID();
    const property = await fixture.manager.createProperty(`Import ${mark}`);
    const page = await signInToConsole(fixture, '/imports');
    await page.getByLabel('Drop a file').setInputFiles(fileOf(mark));
    await page.getByLabel('Building').selectOption(property.id);
    await page.getByRole('button', { name: 'Check the file' }).press('Enter');

    const wrong = page.getByRole('table', { name: 'Errors' });
    await wrong.getByText('Mail', { exact: true }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    expect(await findSidewaysScrolling(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save errors.csv' }).press('Enter');
    expect((await saved).suggestedFilename()).toBe('errors.csv');
    await page.getByLabel('Field of Last name').selectOption('');
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await page.getByRole('button', { name: 'Check again' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Import the rows without errors' }).press('Enter');
    await page.getByText('1 row done').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    expect(await findSidewaysScrolling(page)).toEqual([]);
    const users = await fixture.manager.call(`/users?propertyId=${property.id}`);
    expect(users.body).toMatchObject({ users: [{ email: `jordan.${mark}@example.test`, lastName: null }] });

    await page.getByRole('button', { name: 'Undo this import' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Undo this import' }).press('Enter');
    await page.getByText(/^Undone: 1 row\b/).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    expect(await findSidewaysScrolling(page)).toEqual([]);
  });
});
