import type { Page } from 'playwright-core';
import type { Desk } from './use-desk.ts';

interface Visitor {
  /** A person of the demo's staff, who all have one password; the owner where nobody is named. */
  email?: string;
  width?: number;
}

/** Signs in at the identity provider and comes back to a page of the console. */
export async function signInToConsole(desk: Desk, path = '', visitor: Visitor = {}): Promise<Page> {
  const { consoleUrl, staff } = desk.system.local;
  const { email = staff.email, width = 1280 } = visitor;
  const page = await desk.open({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(consoleUrl + path);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(consoleUrl + path);
  return page;
}
