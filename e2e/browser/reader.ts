import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findBarriers } from './find-barriers.ts';

/** Headless, without a sandbox that a container may lack, and without talk to its maker's servers. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No renderer is started for a page that may never be opened.
  '--renderer-process-limit=1',
];

const browsers = new Map<string, Promise<Browser>>();

/**
 * The browser of this worker, which the first file that asks starts for all that follow. It ends with the worker, however
 * that one ends: the two are joined by a pipe.
 */
export function takeBrowser(executablePath: string): Promise<Browser> {
  const browser = browsers.get(executablePath) ?? chromium.launch({ executablePath, args: flags });
  browsers.set(executablePath, browser);
  return browser;
}

/** A page on which a test reads as a person does. */
export interface Reader {
  page: Page;
  /** Everything that was asked of any server. */
  requests: readonly string[];
  /** What the browser has refused or failed to do, as its console says. */
  complaints: readonly string[];
  /** What axe-core finds wrong with the page as it is now, as one line for each finding. */
  findBarriers(): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens an empty page in a window without a history. */
export async function openReader(browser: Browser, options: BrowserContextOptions = {}): Promise<Reader> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  return {
    page,
    requests,
    complaints,
    findBarriers: () => findBarriers(page),
    close: () => context.close(),
  };
}
