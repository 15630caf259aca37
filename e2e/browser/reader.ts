import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Headless, without a sandbox that a container may lack, and without talk to its maker's servers. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser with a profile of its own. */
export function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags });
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
    async findBarriers() {
      // The page is a single frame, which axe's older way takes without opening a second page.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    close: () => context.close(),
  };
}
