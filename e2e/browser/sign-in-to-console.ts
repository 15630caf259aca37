import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Desk } from './use-desk.ts';

interface Visitor {
  /** A person of the demo's staff, who all have one password; the owner of the first company where nobody is named. */
  email?: string;
  width?: number;
  /** Whether the session is the test's own, which the test may end. */
  isAlone?: boolean;
}

type Session = NonNullable<BrowserContextOptions['storageState']>;

/** The sessions of this worker by the person's address: the tests of all its files share them. */
const sessions = new Map<string, Promise<Session>>();

async function fillForm(desk: Desk, page: Page, { path, email }: { path: string; email: string }) {
  const { consoleUrl, staff } = desk.system.local;
  await page.goto(consoleUrl + path);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(consoleUrl + path);
}

async function startSession(desk: Desk, email: string): Promise<Session> {
  const page = await desk.open();
  await fillForm(desk, page, { path: '', email });
  return page.context().storageState();
}

/** The session of a person of the staff, which the first test that asks starts. */
export function takeSession(desk: Desk, email: string): Promise<Session> {
  const session = sessions.get(email) ?? startSession(desk, email);
  sessions.set(email, session);
  return session;
}

/** Opens a page of the console as a person of the staff. */
export async function signInToConsole(desk: Desk, path = '', visitor: Visitor = {}): Promise<Page> {
  const { consoleUrl, staff } = desk.system.local;
  const { email = staff.email, width = 1280, isAlone = false } = visitor;
  const screen: BrowserContextOptions = { viewport: { width, height: 800 }, reducedMotion: 'reduce' };
  if (isAlone) {
    const page = await desk.open(screen);
    await fillForm(desk, page, { path, email });
    return page;
  }
  const page = await desk.open({ ...screen, storageState: await takeSession(desk, email) });
  await page.goto(consoleUrl + path);
  return page;
}
