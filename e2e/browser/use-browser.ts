import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';
import { findChromium, findHeadlessShell } from './find-chromium.ts';
import { openReader, takeBrowser, type Reader } from './reader.ts';

/** The path of the browser; null without one. */
export const chromiumPath = findChromium();

/** The fixture of a test file: the running system, the worker’s browser, and the test’s open page. */
export interface BrowserFixture {
  readonly system: SharedSystem;
  readonly manager: PropertyManager;
  /** The page that was opened last, with its requests and messages. */
  readonly reader: Reader;
  /** Opens a page in a new window, which closes with the test. */
  open(options?: BrowserContextOptions): Promise<Page>;
}

/** Whether no browser is available for tests. */
export const hasNoBrowser = chromiumPath === null;

/**
 * Prepares the system and the browser for a file’s tests, and closes the pages that they open.
 *
 * @param find finds the browser: the fast headless shell, unless the tests need notifications
 */
export function useBrowser(find: () => string | null = findHeadlessShell): BrowserFixture {
  let system: SharedSystem;
  let manager: PropertyManager;
  let browser: Browser | undefined;
  let readers: Reader[] = [];

  beforeAll(async () => {
    system = await useSystem();
    manager = actAsManager({ gatewayUrl: system.local.gatewayUrl, key: system.local.apiKey });
    browser = await takeBrowser(find() ?? '');
  });
  afterEach(async () => {
    await Promise.all(readers.map((reader) => reader.close()));
    readers = [];
  });

  return {
    get system() {
      return system;
    },
    get manager() {
      return manager;
    },
    get reader() {
      const reader = readers.at(-1);
      if (!reader) throw new Error('the test has opened no page');
      return reader;
    },
    async open(options) {
      if (!browser) throw new Error('the browser has not started');
      const reader = await openReader(browser, options);
      readers.push(reader);
      return reader.page;
    },
  };
}
