import type { LocalFile } from '@pas/tools/local-system/local-file';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Picture } from './picture.ts';

const sources = ['apps/web/src/design', 'apps/web/src/console', 'apps/web/console'];

const deskWindow: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 1,
  reducedMotion: 'reduce',
  locale: 'en-US',
};

/** Signs in as the demo's staff, and opens a page of the console by its name. */
async function openPage(page: Page, { consoleUrl, staff }: LocalFile, name: string): Promise<void> {
  await page.goto(consoleUrl);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(staff.email);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(consoleUrl);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await settle(page);
}

/** Waits until the page has loaded. */
async function settle(page: Page): Promise<void> {
  const loading = page.getByLabel('Loading', { exact: true });
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
}

async function showToday(page: Page, local: LocalFile): Promise<void> {
  await openPage(page, local, 'Today');
  await page.getByRole('region', { name: 'Latest events' }).waitFor();
  await settle(page);
}

async function showBuilding(page: Page, local: LocalFile): Promise<void> {
  await openPage(page, local, 'Buildings');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByText('Will it ring?', { exact: true }).click();
  await page
    .getByRole('button', { name: /, rings$/ })
    .first()
    .waitFor();
}

/** Shows the plan of a file with one invalid address. */
async function showImport(page: Page, local: LocalFile): Promise<void> {
  await openPage(page, local, 'Import');
  const rows = ['Apt,First name,Last name,Mail', '1A,Jordan,Reyes,jordan@example.test', '1B,Robin,Ito,robin'];
  const buffer = Buffer.from(rows.join('\n'));
  await page.getByLabel('Drop a file').setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Building').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('table', { name: 'Errors' }).waitFor();
  await settle(page);
}

async function showKey(page: Page, local: LocalFile): Promise<void> {
  await openPage(page, local, 'API keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name of the program').fill('Accounting');
}

/** Pictures of the console. */
export const consolePictures: readonly Picture[] = [
  { file: 'console-today.png', sources, window: deskWindow, show: showToday },
  { file: 'console-building.png', sources, window: deskWindow, show: showBuilding },
  { file: 'console-import.png', sources, window: deskWindow, show: showImport },
  { file: 'console-key.png', sources, window: deskWindow, show: showKey },
];
