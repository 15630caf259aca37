import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { missCall } from '../client/miss-call.ts';
import { countSteps, secondsOf, type CountedWalk } from './count-steps.ts';
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
    expect(await unit.inputValue()).toBe('12B');
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

  test('to correct a bounced address and send the invite again: 15 seconds', async () => {
    const mark = randomUUID().slice(0, 8);
    const property = await fixture.manager.createProperty(`Bounced ${mark}`);
    const unit = await fixture.manager.ensureUnit(property.id, '4B');
    const invite = await fixture.manager.createInvite(unit.id, `clara.${mark}@exampel.test`);
    const page = await signInToConsole(fixture, `/invites?propertyId=${property.id}`);
    const walk = countSteps();
    await walk.look(page.getByRole('table', { name: 'Invites' }));
    await walk.click(page.getByRole('row', { name: mark }));
    const drawer = page.getByRole('dialog', { name: `clara.${mark}@exampel.test`, exact: true });
    await walk.look(drawer.getByText('Timeline'));
    await walk.click(drawer.getByRole('button', { name: /^Edit/ }));
    const email = page.getByRole('dialog', { name: /^Edit/ }).getByLabel('E-mail');
    await walk.look(email.and(page.locator(':focus')));
    await walk.press(email, 'End');
    await walk.erase(email, 'el.test'.length);
    await walk.type(email, 'le.test');
    await walk.press(email, 'Enter');
    await page.getByText('New link sent.').waitFor();
    const changed = await fixture.manager.readInvite(invite.id);
    expect(changed).toMatchObject({ inviteeEmail: `clara.${mark}@example.test`, status: 'PENDING' });
    expect(changed.deliveries).toHaveLength(1);
    expect(changed.token).not.toBe(invite.token);
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(15);
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
    await walk.look(page.getByRole('dialog').getByText('Timeline'));
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    expect(walk.steps.clicks).toBeLessThanOrEqual(3);
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(30);
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
    const mended = errors.replaceAll(' at ', '@');
    walk.elsewhere({
      clicks: 4 + firstWrong,
      characters: firstWrong * '12345678.0@example.test'.length,
      views: 1,
    });
    await check('errors.csv', mended);
    await walk.click(page.getByRole('button', { name: 'Import', exact: true }));
    await walk.look(page.getByText(`${firstWrong} rows done`));
    expect((await fixture.manager.listUsers({ propertyId: property.id })).total).toBe(people);
    expect(walk.steps.clicks).toBeLessThanOrEqual(26);
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(180);
  });
});
