import { patienceMs } from '@pas/testing/wait-until';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findBarriers } from './find-barriers.ts';

/** Flags for containers without a sandbox, and against requests to the browser maker's servers. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Starts no renderer in advance.
  '--renderer-process-limit=1',
];

const browsers = new Map<string, Promise<Browser>>();

/**
 * Returns the browser of this worker; the first test file starts it for all later ones. A pipe joins the two,
 * so that the browser ends with the worker in any case.
 */
export function takeBrowser(executablePath: string): Promise<Browser> {
  const browser = browsers.get(executablePath) ?? chromium.launch({ executablePath, args: flags });
  browsers.set(executablePath, browser);
  return browser;
}

/** A page that a test reads like a person. */
export interface Reader {
  page: Page;
  /** All requests to any server. */
  requests: readonly string[];
  /** The requests that have ended, with or without an answer. */
  ended: readonly string[];
  /** Refusals and errors in the browser's console, each with the address of its page or resource. */
  complaints: readonly string[];
  /** Returns the findings of axe-core on the page or the part of a selector, one line each. */
  findBarriers(within?: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens an empty page in a new window. */
export async function openReader(browser: Browser, options: BrowserContextOptions = {}): Promise<Reader> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const requests: string[] = [];
  const ended: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => ended.push(request.url()));
  page.on('console', (message) => complaints.push(`${message.text()} ${message.location().url}`));
  return {
    page,
    requests,
    ended,
    complaints,
    findBarriers: (within) => findBarriers(page, within),
    close: () => context.close(),
  };
}
