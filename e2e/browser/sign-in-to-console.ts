import type { BrowserContextOptions, Page } from 'playwright-core';
import type { BrowserFixture } from './use-browser.ts';

interface Visitor {
  /** A member of the demo's staff, who share one password. Default: the owner of the first company. */
  email?: string;
  width?: number;
  /** Whether the test gets its own session, which it may end. */
  isAlone?: boolean;
}

type Session = NonNullable<BrowserContextOptions['storageState']>;

/** The sessions of this worker by e-mail address, shared by the tests of all its files. */
const sessions = new Map<string, Promise<Session>>();

async function fillForm(
  fixture: BrowserFixture,
  page: Page,
  { path, email }: { path: string; email: string },
) {
  const { consoleUrl, staff } = fixture.system.local;
  await page.goto(consoleUrl + path);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(consoleUrl + path);
}

async function startSession(fixture: BrowserFixture, email: string): Promise<Session> {
  const page = await fixture.open();
  await fillForm(fixture, page, { path: '', email });
  return page.context().storageState();
}

/** Returns the session of a member of the staff; the first call starts it. */
export function takeSession(fixture: BrowserFixture, email: string): Promise<Session> {
  const session = sessions.get(email) ?? startSession(fixture, email);
  sessions.set(email, session);
  return session;
}

/** Opens a page of the console as a member of the staff. */
export async function signInToConsole(
  fixture: BrowserFixture,
  path = '',
  visitor: Visitor = {},
): Promise<Page> {
  const { consoleUrl, staff } = fixture.system.local;
  const { email = staff.email, width = 1280, isAlone = false } = visitor;
  const screen: BrowserContextOptions = { viewport: { width, height: 800 }, reducedMotion: 'reduce' };
  if (isAlone) {
    const page = await fixture.open(screen);
    await fillForm(fixture, page, { path, email });
    return page;
  }
  const page = await fixture.open({ ...screen, storageState: await takeSession(fixture, email) });
  await page.goto(consoleUrl + path);
  return page;
}
