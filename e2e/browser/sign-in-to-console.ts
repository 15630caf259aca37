import type { Page } from 'playwright-core';
import type { Desk } from './use-desk.ts';

/** Signs in at the identity provider and comes back to a page of the console. */
export async function signInToConsole(desk: Desk, path = '', width = 1280): Promise<Page> {
  const { consoleUrl, staff } = desk.system.local;
  const page = await desk.open({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(consoleUrl + path);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(staff.email);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(consoleUrl + path);
  return page;
}
