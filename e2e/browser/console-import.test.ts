import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasNoBrowser, useBrowser } from './use-browser.ts';
import { findFaults, findHorizontalScrolling } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';

describe.skipIf(hasNoBrowser)('an import in the console', () => {
  const fixture = useBrowser();

  /** Returns a file of two residents, one with an invalid address, with cells that a page could run as scripts. */
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
    expect(await findHorizontalScrolling(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save errors.csv' }).press('Enter');
    expect((await saved).suggestedFilename()).toBe('errors.csv');
    await page.getByLabel('Field of Last name').selectOption('');
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await page.getByRole('button', { name: 'Check again' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Import the rows without errors' }).press('Enter');
    await page.getByText('1 row done').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    expect(await findHorizontalScrolling(page)).toEqual([]);
    const users = await fixture.manager.call(`/users?propertyId=${property.id}`);
    expect(users.body).toMatchObject({ users: [{ email: `jordan.${mark}@example.test`, lastName: null }] });

    await page.getByRole('button', { name: 'Undo this import' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Undo this import' }).press('Enter');
    await page.getByText(/^Undone: 1 row\b/).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    expect(await findHorizontalScrolling(page)).toEqual([]);
  });

  /** Seconds of a practised person: a key, a movement of the pointer, a decision (Card, Moran, Newell 1980). */
  const pace = { key: 0.28, point: 1.1, think: 1.35 };

  /** Uses a page and adds the seconds that a person needs. */
  function startClock(page: Page) {
    let seconds = 0;
    return {
      seconds: () => seconds,
      elsewhere: (points: number, clicks: number) => {
        seconds += pace.think + points * pace.point + clicks * pace.key;
      },
      async click(target: Locator): Promise<void> {
        seconds += pace.think + pace.point + pace.key;
        await target.click();
      },
      /** Decides on a field, and presses keys in it; the last one leads to the next field. */
      async press(...keys: string[]): Promise<void> {
        seconds += pace.think + keys.length * pace.key;
        for (const key of keys) await page.keyboard.press(key);
      },
    };
  }

  const labels = Array.from({ length: 12 }, (_, at) => `${101 + at}`);

  /** Returns a file of 200 residents. Each of the first 30 has one wrong cell: a unit, an address or a phone. */
  function wrongFile(mark: string): string {
    const rows = Array.from({ length: 200 }, (_, at) => {
      const unit = `${labels[at % labels.length]}${at < 12 ? '1' : ''}`;
      const mail = `${mark}.${at}@example${at >= 12 && at < 22 ? '' : '.test'}`;
      const phone = `+1475555${String(100 + at).padStart(4, '0')}${at >= 22 && at < 30 ? 'x' : ''}`;
      return [unit, 'Jo', `Reyes ${at}`, mail, phone].join(';');
    });
    return ['Apt;First name;Last name;Mail;Phone', ...rows].join('\n');
  }

  test('200 rows with 30 wrong ones are corrected in place and imported within three minutes', async () => {
    const mark = randomUUID().slice(0, 8);
    const property = await fixture.manager.createProperty(`Import ${mark}`);
    for (const label of labels) await fixture.manager.ensureUnit(property.id, label);
    const page = await signInToConsole(fixture, '');
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    const clock = startClock(page);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await clock.click(pages.getByRole('link', { name: 'Import', exact: true }));
    const file = { name: 'roster.csv', mimeType: 'text/csv', buffer: Buffer.from(wrongFile(mark)) };
    await page.getByLabel('Drop a file').setInputFiles(file);
    // The system's own dialog: one press opens it, two choose the file.
    clock.elsewhere(2, 3);
    await page.getByLabel('Building').selectOption(property.id);
    clock.elsewhere(2, 2);
    await clock.click(page.getByLabel('Create missing units'));
    await clock.click(page.getByRole('button', { name: 'Check the file' }));

    await page.getByText(`Import ${mark}`, { exact: true }).waitFor();
    await clock.click(page.getByRole('button', { name: 'Use 12 suggestions' }));
    const cells = page.getByRole('table', { name: 'Cells to correct' });
    const fields = cells.getByRole('textbox');
    await expect.poll(() => fields.count()).toBe(18);
    expect(await findFaults(fixture.reader)).toEqual([]);
    expect(await findHorizontalScrolling(page)).toEqual([]);
    await clock.click(fields.first());
    for (let at = 12; at < 22; at += 1) await clock.press('End', '.', 't', 'e', 's', 't', 'Tab');
    for (let at = 22; at < 30; at += 1) await clock.press('End', 'Backspace', 'Tab');
    await clock.click(page.getByRole('button', { name: 'Check 18 corrections' }));
    await page.getByText('200 new residents.').waitFor();
    await clock.click(page.getByRole('button', { name: 'Import', exact: true }));
    await page.getByText('200 rows done').waitFor();
    expect((await fixture.manager.listUsers({ propertyId: property.id })).total).toBe(200);
    // The other 90 seconds are for the answers of the system.
    expect(clock.seconds()).toBeLessThan(90);
  });

  test('a file without a known building is imported by one press, and its residents are invited', async () => {
    const mark = randomUUID().slice(0, 8);
    const name = `Maple ${mark}`;
    const { id } = await fixture.manager.createProperty(name);
    const text = `Building,Apt,Mail,Move in\nMapel ${mark},1A,new.${mark}@example.test,2026-03-01\n`;
    const file = { name: 'roster.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    const page = await signInToConsole(fixture, '/imports');
    await page.getByLabel('Drop a file').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: `Use ${name}` }).click();
    await page.getByText('1 new resident in 1 new unit.').waitFor();
    await page.getByText('Move-in: Mar 1, 2026').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('button', { name: 'Invite this resident' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite residents' });
    await dialog.getByRole('button', { name: 'Invite this resident' }).click();
    await page.getByText('1 invite sent.').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    const invites = await fixture.manager.call(`/onboarding/invites?propertyId=${id}`);
    expect(invites.body).toMatchObject({ total: 1, invites: [{ inviteeEmail: `new.${mark}@example.test` }] });
  });
});
