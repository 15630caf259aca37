import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { actAsManager, inviteToNewUnit, type PropertyManager } from '../client/property-manager.ts';
import { findFaults, findHorizontalScrolling } from './find-faults.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { phone, signInToPortal } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

interface Tenant {
  id: string;
  name: string;
  settings: {
    callRingSeconds: number;
    retentionDays: { calls: number | null };
    inviteReminderHours: number[];
    branding: { name: string | null; accent: string | null };
    alertRecipients: { email: string; types: string[]; digest: string }[];
  };
}

const logoFile = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" rx="4" fill="#0b6e4f"/></svg>',
  ),
};

/** Returns the ground of a page's button for a form. */
const groundOf = (page: Page): Promise<unknown> =>
  page.evaluate(`getComputedStyle(document.querySelector('button[type="submit"]')).backgroundColor`);

describe.skipIf(hasNoBrowser)('the settings of the company', () => {
  const fixture = useBrowser();
  /** Manages the second company: files that run in parallel show the name and the logo of the first one. */
  let manager: PropertyManager;

  beforeAll(() => {
    const { gatewayUrl, secondTenantApiKey: key } = fixture.system.local;
    manager = actAsManager({ gatewayUrl, key });
  });

  const openSettings = () =>
    signInToConsole(fixture, '/settings', { email: 'marcus.hale@harbor-homes.test' });

  async function readTenant(): Promise<Tenant> {
    const { tenants } = await bodyOf(manager.call<{ tenants: Tenant[] }>('/tenants'), 200);
    return tenants[0] as Tenant;
  }

  /** Changes the settings of the company, as another person would. */
  async function changeSettings(id: string, settings: Partial<Tenant['settings']>): Promise<void> {
    const body = { settings };
    await bodyOf(manager.call(`/tenants/${id}`, { method: 'PATCH', body }), 200);
  }

  const readSettings = async () => (await readTenant()).settings;

  test('add and remove a recipient of e-mail alerts, with causes and frequency', async () => {
    const email = `${randomUUID()}@desk.example.test`;
    const page = await openSettings();
    await page.getByRole('heading', { name: 'E-mail alerts' }).waitFor();
    await page.getByRole('button', { name: 'Add recipient' }).press('Enter');
    const form = page.getByRole('dialog');
    await form.getByLabel('E-mail').fill('desk@nowhere');
    await form.getByLabel('An API key expires soon').uncheck();
    await form.getByLabel('Frequency').selectOption('DAILY');
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByRole('alert').getByText('Correct the fields marked in red, then try again.').waitFor();
    // The field shows the error itself, without a field name of the API.
    expect(await form.getByText('alertRecipients').count()).toBe(0);
    expect(await form.getByText('Expected an e-mail address.').count()).toBe(1);
    expect(await form.getByLabel('Frequency').inputValue()).toBe('DAILY');
    await form.getByLabel('E-mail').fill(email);
    await form.getByRole('button', { name: 'Add' }).click();

    const listedRecipient = page.getByRole('listitem').filter({ hasText: email });
    await listedRecipient.getByText('One e-mail a day').waitFor();
    const { alertRecipients } = await readSettings();
    expect(alertRecipients.find((each) => each.email === email)).toEqual({
      email,
      types: [
        'door.offline',
        'door.held',
        'door.forced',
        'unit.unreachable',
        'report.created',
        'key.leaked',
        'endpoint.failing',
      ],
      digest: 'DAILY',
    });
    const faults = await findFaults(fixture.reader);
    expect(faults.filter((text) => !text.includes('status of 422'))).toEqual([]);
    expect(await findHorizontalScrolling(page)).toEqual([]);

    await page.getByRole('button', { name: `Remove ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await listedRecipient.waitFor({ state: 'detached' });
    expect((await readSettings()).alertRecipients.map((each) => each.email)).not.toContain(email);
  });

  test('set the reminders of invites, and show a refusal at its field', async () => {
    const page = await openSettings();
    const reminders = page.getByLabel('Reminders, hours after an invite was sent');
    const before = await reminders.inputValue();
    await reminders.fill('24, soon');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await reminders.getAttribute('aria-invalid')).toBe('true');
    for (const [text, hours] of [
      ['24, 72', [24, 72]],
      [before, before === '' ? [] : before.split(', ').map(Number)],
    ] as const) {
      await reminders.fill(text);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(async () => (await readSettings()).inviteReminderHours).toEqual(hours);
    }
  });

  test('ask before a shorter retention, with the day from which rows stay', async () => {
    const page = await openSettings();
    const { id, settings } = await readTenant();
    const { retentionDays } = settings;
    const days = page.getByLabel('Calls', { exact: true });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await days.fill('36500');
    await save.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete old rows?' });
    await dialog.getByText(/^Calls from before .+: 0 rows$/).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect([await days.inputValue(), (await readSettings()).retentionDays]).toEqual(['36500', retentionDays]);

    await save.press('Enter');
    await dialog.getByRole('button', { name: 'Save and delete' }).press('Enter');
    await expect.poll(async () => (await readSettings()).retentionDays.calls).toBe(36_500);
    await changeSettings(id, { retentionDays });
  });

  test('keep text typed during a save, and send it with the next save', async () => {
    const page = await openSettings();
    const seconds = page.getByLabel('Ring time per resident, in seconds');
    const name = page.getByLabel('Name', { exact: true });
    const before = [await name.inputValue(), await seconds.inputValue()] as const;
    const { promise: proceed, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/admin/tenants/*', async (route) => {
      if (route.request().method() === 'PATCH') await proceed;
      await route.continue();
    });
    await seconds.fill('25');
    await page.getByRole('button', { name: 'Save' }).click();
    await name.fill('A name typed meanwhile');
    resolve();
    await expect.poll(readTenant).toMatchObject({ name: before[0], settings: { callRingSeconds: 25 } });
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await expect.poll(readTenant).toMatchObject({ name: 'A name typed meanwhile' });
    expect([await name.inputValue(), await seconds.inputValue()]).toEqual(['A name typed meanwhile', '25']);
    await name.fill(before[0]);
    await seconds.fill(before[1]);
    await save.click();
    await expect
      .poll(readTenant)
      .toMatchObject({ name: before[0], settings: { callRingSeconds: Number(before[1]) } });
  });

  test('set name, colour and logo, which the console, the page of an invite and the portal show', async () => {
    const { id } = await readTenant();
    const page = await openSettings();
    const accent = page.getByLabel('Accent colour', { exact: true });
    const apply = page.getByRole('button', { name: 'Apply' });
    await accent.fill('#ffcc00');
    await apply.click();
    await page.getByText(/^The contrast of #ffcc00 with white is 1\.5:1/).waitFor();
    await accent.fill('#0b6e4f');
    await page.getByLabel('Name on pages and in e-mails').fill('Harbor Living');
    await apply.click();
    await expect
      .poll(async () => (await readSettings()).branding)
      .toEqual({ name: 'Harbor Living', accent: '#0b6e4f' });
    await expect.poll(() => groundOf(page)).toBe('rgb(11, 110, 79)');
    await page.getByLabel('Upload logo').setInputFiles({ ...logoFile, buffer: Buffer.from('<svg>') });
    await page.getByText('The file is not an SVG drawing.').waitFor();
    await page.getByLabel('Upload logo').setInputFiles(logoFile);
    await page.getByRole('img', { name: 'Current logo' }).waitFor();
    await page.getByRole('img', { name: 'Harbor Living' }).waitFor();
    const faults = await findFaults(fixture.reader);
    expect(faults.filter((text) => !text.includes('status of 422'))).toEqual([]);

    const { page: portal } = await signInToPortal({
      system: fixture.system,
      manager,
      open: (options) => fixture.open(options),
    });
    await portal.getByRole('img', { name: 'Harbor Living' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);

    const { invite } = await inviteToNewUnit(manager, 'Brand Court');
    const guest = await fixture.open(phone);
    await guest.goto(invite.inviteUrl);
    await guest.getByRole('img', { name: 'Harbor Living' }).waitFor();
    expect(await groundOf(guest)).toBe('rgb(11, 110, 79)');
    expect(await findFaults(fixture.reader)).toEqual([]);

    // As for a logo that another person removes while the pages load.
    for (const each of [page, portal]) {
      await each.route('**/brand/**', (route) => route.fulfill({ status: 404 }));
      await each.reload();
    }
    await portal.getByText('Harbor Living', { exact: true }).waitFor();
    await page.locator('img[src="/console/mark.svg"]').waitFor();

    await page.getByRole('button', { name: 'Remove logo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click();
    await page.getByText('No logo. Pages and e-mails show the name.').waitFor();
    await changeSettings(id, { branding: { name: null, accent: null } });
  });

  test('add a recipient on top of a change by another person', async () => {
    const page = await openSettings();
    const email = `on-top.${randomUUID()}@example.test`;
    const seconds = page.getByLabel('Ring time per resident, in seconds');
    const { id, settings } = await readTenant();
    const { callRingSeconds, alertRecipients } = settings;
    await seconds.waitFor();
    await page.getByRole('button', { name: 'Add recipient' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('E-mail').fill(email);
    await changeSettings(id, { callRingSeconds: callRingSeconds + 1 });
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByRole('alert').waitFor();
    await expect.poll(() => seconds.inputValue()).toBe(String(callRingSeconds + 1));
    await form.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('listitem').filter({ hasText: email }).waitFor();
    await changeSettings(id, { callRingSeconds, alertRecipients });
  });
});
