import type { Page } from 'playwright-core';

/** Address and credentials of a log-in. */
export interface LogIn {
  /** The address of the console, or of the portal. */
  url: string;
  email: string;
  password: string;
}

/** Signs a staff member in to the console, through the identity provider. */
export async function enterConsole(page: Page, { url, email, password }: LogIn): Promise<void> {
  await page.goto(url);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

/** Signs a resident in to the portal. */
export async function enterPortal(page: Page, { url, email, password }: LogIn): Promise<void> {
  await page.goto(url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: /^Hello / }).waitFor();
}
