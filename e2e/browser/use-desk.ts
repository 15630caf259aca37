import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';
import { findChromium, findHeadlessShell } from './find-chromium.ts';
import { openReader, takeBrowser, type Reader } from './reader.ts';

/** The program of the browser; null where there is none. */
export const chromiumPath = findChromium();

/** The fixture of a test file: the running system, the worker’s browser, and the page that the test has open. */
export interface Desk {
  readonly system: SharedSystem;
  readonly manager: PropertyManager;
  /** What the page that was opened last has asked for and complained about. */
  readonly reader: Reader;
  /** Opens a page in a window without a history; it closes when the test ends. */
  open(options?: BrowserContextOptions): Promise<Page>;
}

/** Whether the tests in a browser cannot run here. */
export const hasNoBrowser = chromiumPath === null;

/**
 * Prepares the running system and the worker’s browser for the tests of a file, and closes the pages that they open.
 *
 * @param find the browser's program: the quick one unless the tests need notifications
 */
export function useDesk(find: () => string | null = findHeadlessShell): Desk {
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
