import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { receiveMail } from '../client/mailbox.ts';
import { missCall } from '../client/miss-call.ts';
import { countSteps, secondsOf, type CountedWalk } from './count-steps.ts';
import { findFaults } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

const people = 200;
const firstWrong = 5;
const header = 'Apt,First name,Last name,Mail';

describe.skipIf(hasNoBrowser)('the work of a property manager takes few steps', () => {
  const fixture = useBrowser();

  async function beginToday(path?: string): Promise<{ page: Page; walk: CountedWalk }> {
    const page = await signInToConsole(fixture, path);
    const walk = countSteps();
    await walk.look(page.getByRole('heading', { name: 'Today', level: 1 }));
    return { page, walk };
  }

  const pageLink = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });

  test('to invite one person from Today to another building than the one shown: 20 seconds', async () => {
    const mark = `q${randomUUID().slice(0, 5)}`;
    const name = `${mark} Harbor`;
    const property = await fixture.manager.createProperty(name);
    await fixture.manager.ensureUnit(property.id, '12B');
    const { page, walk } = await beginToday();
    await walk.click(page.getByRole('button', { name: 'Invite resident' }));
    const form = page.getByRole('dialog', { name: 'Invite resident' });
    const unit = form.getByLabel('Unit');
    await walk.look(unit.and(page.locator(':focus')));
    await walk.type(unit, `12B, ${mark}`);
    await walk.press(unit, 'Tab');
    await expect.poll(() => form.getByLabel('Building').inputValue()).toBe(property.id);
    await expect.poll(() => unit.inputValue()).toBe('12B');
    await walk.press(form.getByLabel('Name'), 'Tab');
    const email = `j.reyes.${Date.now() % 1000}@home.test`;
    await walk.type(form.getByLabel('E-mail'), email);
    await walk.press(form.getByLabel('E-mail'), 'Enter');
    await page
      .getByRole('dialog', { name: email })
      .getByRole('link', { name: `12B, ${name}` })
      .waitFor();
    expect(walk.steps.clicks).toBeLessThanOrEqual(4);
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(18);
  });

  test('to find out why nobody answered a visitor: 30 seconds', async () => {
    const property = await fixture.manager.createProperty(`Missed ${randomUUID()}`);
    const unit = await fixture.manager.ensureUnit(property.id, '4B');
    const body = {
      kind: 'RESIDENT',
      email: `missed.${unit.id}@example.test`,
      residence: { unitId: unit.id },
    };
    await bodyOf(fixture.manager.call('/users', { body }), 201);
    await missCall(fixture.manager, { sandboxUrl: fixture.system.local.sandboxUrl, unitId: unit.id });
    const { page, walk } = await beginToday();
    await walk.click(pageLink(page, 'Calls'));
    await walk.look(page.getByRole('table', { name: 'Calls' }));
    await walk.click(
      page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'No answer' }),
    );
    await page.waitForURL(/outcome=NO_ANSWER/);
    await walk.look(page.locator('[aria-busy=false]').getByRole('table', { name: 'Calls' }));
    await walk.click(page.getByRole('table', { name: 'Calls' }).getByRole('row').nth(1));
    await walk.look(page.getByRole('dialog').getByRole('heading', { name: 'Timeline' }));
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    expect(walk.steps.clicks).toBeLessThanOrEqual(3);
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(30);
  });

  test('a recurring pass is created in 30 seconds, sent, extended and ended with a reason', async () => {
    const { id } = await fixture.manager.createProperty(`Recurring ${randomUUID()}`);
    const controller = { adapter: 'nats', ref: `steps-${randomUUID()}` };
    const gate = { propertyId: id, name: 'Walked gate', kind: 'GATE', controller };
    await bodyOf(fixture.manager.call('/access-points', { body: gate }), 201);
    const { page, walk } = await beginToday();
    await walk.click(pageLink(page, 'Passes'));
    await walk.look(page.getByRole('heading', { name: 'Passes', level: 1 }));
    await walk.click(page.getByRole('button', { name: 'New pass' }));
    const form = page.getByRole('dialog', { name: 'New pass' });
    await walk.choose(form.getByLabel('Building'), id);
    await walk.look(form.getByLabel('Walked gate'));
    const email = `plumber.${randomUUID()}@example.test`;
    await walk.type(form.getByLabel('Name', { exact: true }), 'Northside');
    await form.getByLabel('E-mail').fill(email);
    await walk.choose(form.getByLabel('Duration'), '2160');
    for (const day of ['Mon', 'Fri']) await walk.click(form.getByLabel(day, { exact: true }));
    await form.getByLabel('Daily from').fill('08:00');
    await form.getByLabel('to', { exact: true }).fill('17:00');
    walk.elsewhere({ characters: 12 });
    await walk.click(form.getByRole('button', { name: 'Create pass' }));
    await walk.look(form.getByText(/^PIN \d{6}$/));
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(30);
    await form.getByRole('button', { name: 'Copy PIN' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);

    await form.getByRole('button', { name: 'Send link' }).click();
    const mail = await receiveMail(fixture.system.local.mailboxUrl, email);
    expect(mail.text).toContain('/pass/');
    await form.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row', { name: /Northside/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Northside' });
    await drawer.getByText(/^E-mail was sent/).waitFor();
    await drawer.getByText('Mon, Fri, 08:00–17:00').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);

    await drawer.getByRole('tab', { name: 'Change' }).click();
    await drawer.getByLabel('End', { exact: true }).fill('2099-01-01T00:00');
    await drawer.getByLabel('Tue', { exact: true }).check();
    await drawer.getByLabel('Name', { exact: true }).fill('Northside Plumbing');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Pass saved.').waitFor();
    await drawer.getByRole('tab', { name: 'Overview' }).click();
    await drawer.getByText(/^Jan 1, 2099/).waitFor();
    await drawer.getByText('Mon, Tue, Fri, 08:00–17:00').waitFor();
    await drawer.getByText('Northside Plumbing', { exact: true }).last().waitFor();

    await drawer.getByRole('button', { name: 'End the pass of Northside' }).click();
    const sure = page.getByRole('dialog', { name: /^End the pass/ });
    await sure.getByLabel('Reason (optional)').fill('The work is finished');
    await sure.getByRole('button', { name: 'End', exact: true }).click();
    await drawer.getByText(/^Ended by .+: The work is finished$/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Ended' }).click();
    await page.getByRole('row', { name: /Northside.*The work is finished/ }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  /** Finds a resident from Today by the last name, and opens the person's page. */
  async function openResident(lastName: string): Promise<{ page: Page; walk: CountedWalk }> {
    const { page, walk } = await beginToday();
    await walk.press(page.locator('body'), 'ControlOrMeta+k');
    const search = page.getByRole('searchbox');
    await walk.type(search, lastName);
    await page.getByRole('navigation', { name: 'Found' }).getByRole('button', { name: lastName }).waitFor();
    await walk.press(search, 'Enter');
    await walk.look(page.getByRole('heading', { name: `Robin ${lastName}`, level: 1 }));
    return { page, walk };
  }

  async function addResident(lastName: string): Promise<{ propertyId: string; userId: string }> {
    const property = await fixture.manager.createProperty(`Steps ${randomUUID()}`);
    const unit = await fixture.manager.ensureUnit(property.id, '4B');
    const email = `steps.${unit.id}@example.test`;
    const residence = { unitId: unit.id };
    const body = { kind: 'RESIDENT', firstName: 'Robin', lastName, email, residence };
    const { user } = await bodyOf(fixture.manager.call<{ user: { id: string } }>('/users', { body }), 201);
    return { propertyId: property.id, userId: user.id };
  }

  const newName = (): string => `Q${randomUUID().slice(0, 5)}`;

  test('to move a resident out on a day: 20 seconds', async () => {
    const lastName = newName();
    await addResident(lastName);
    const { page, walk } = await openResident(lastName);
    await walk.click(page.getByRole('button', { name: /^Move out/ }));
    const form = page.getByRole('dialog', { name: 'Move out of 4B' });
    await walk.look(form.getByLabel('Last day'));
    await walk.type(form.getByLabel('Last day'), '02282031');
    expect(await form.getByLabel('Last day').inputValue()).toBe('2031-02-28');
    await form.getByText('End of Feb 28, 2031').waitFor();
    await walk.click(form.getByRole('button', { name: 'Move out' }));
    await page.getByText('Undo is possible until').waitFor();
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(20);
  });

  test('to find out from the person why a code does not work: 20 seconds', async () => {
    const lastName = newName();
    const { propertyId } = await addResident(lastName);
    const controller = { adapter: 'nats', ref: `steps-${randomUUID()}` };
    const door = { propertyId, name: 'Steps gate', kind: 'GATE', controller };
    const added = fixture.manager.call<{ accessPoint: { id: string } }>('/access-points', { body: door });
    const accessPointId = (await bodyOf(added, 201)).accessPoint.id;
    const keyPath = `/access-points/${accessPointId}/controller-key`;
    const minted = fixture.manager.call<{ controllerKey: { secret: string } }>(keyPath, { method: 'POST' });
    const bearer = (await bodyOf(minted, 201)).controllerKey.secret;
    const { gatewayUrl } = fixture.system.local;
    const entered = { bearer, body: { accessPointId, pin: '000000' } };
    await bodyOf(call(`${gatewayUrl}/access/verify`, entered), 403);
    const { page, walk } = await openResident(lastName);
    const entry = page.getByRole('table', { name: 'Last entries' }).getByRole('row', { name: /Steps gate/ });
    await entry.getByText('no pass has this PIN').waitFor();
    await entry.getByText('Refused with a PIN').waitFor();
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(20);
  });

  test('to import 200 residents and correct five of them: three minutes', async () => {
    const mark = randomUUID().slice(0, 8);
    const property = await fixture.manager.createProperty(`Import ${mark}`);
    const { page, walk } = await beginToday();

    /** Chooses a file and its building, and checks the file. */
    const check = async (name: string, text: string): Promise<void> => {
      await walk.click(pageLink(page, 'Import'));
      await walk.look(page.getByRole('heading', { name: 'Import', level: 1 }));
      const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.getByLabel('Drop a file').setInputFiles(file);
      // The system's own dialog: one press opens it, two choose the file.
      walk.elsewhere({ clicks: 3, views: 1 });
      await walk.choose(page.getByLabel('Building'), property.id);
      await walk.click(page.getByRole('button', { name: 'Check the file' }));
      await walk.look(page.getByRole('heading', { name, level: 1 }));
    };

    const rowOf = (index: number): string => {
      const mail = `${mark}.${index}@example.test`;
      return `${index},Jo,Reyes,${index < firstWrong ? mail.replace('@', ' at ') : mail}`;
    };
    const rows = Array.from({ length: people }, (_, index) => rowOf(index));
    await check('residents.csv', [header, ...rows].join('\n'));
    await page.getByRole('table', { name: 'Errors' }).waitFor();
    const saved = page.waitForEvent('download');
    await walk.click(page.getByRole('button', { name: 'Save errors.csv' }));
    const errors = await readFile(await (await saved).path(), 'utf8');
    await walk.click(page.getByRole('button', { name: 'Import the rows without errors' }));
    await walk.look(page.getByText(`${people - firstWrong} rows done`));

    // In a spreadsheet program: open the file, correct each address, save.
    const corrected = errors.replaceAll(' at ', '@');
    walk.elsewhere({
      clicks: 4 + firstWrong,
      characters: firstWrong * '12345678.0@example.test'.length,
      views: 1,
    });
    await check('errors.csv', corrected);
    await walk.click(page.getByRole('button', { name: 'Import', exact: true }));
    await walk.look(page.getByText(`${firstWrong} rows done`));
    expect((await fixture.manager.listUsers({ propertyId: property.id })).total).toBe(people);
    expect(walk.steps.clicks).toBeLessThanOrEqual(26);
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(180);
  });
});
