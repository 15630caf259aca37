import { launch } from 'chrome-launcher';
import { chromium, type Page } from 'playwright-core';
import { patienceMs } from '../wait-until.ts';

/** A browser with a profile of its own, which Lighthouse and Playwright control in turn through its port. */
export interface RunningBrowser {
  port: number;
  /** Controls a new page by Playwright and disconnects from the browser afterwards. Sessions stay signed in. */
  steer<T>(work: (page: Page) => Promise<T>): Promise<T>;
  /** Ends the browser and removes its profile. */
  stop(): void;
}

/** Headless, without a sandbox that a container may lack. */
const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
];

/** Starts a browser. */
export async function runChromium(chromePath: string): Promise<RunningBrowser> {
  const running = await launch({ chromePath, chromeFlags: flags, logLevel: 'silent' });
  const stop = (): void => running.kill();
  process.once('exit', stop);
  return {
    port: running.port,
    async steer(work) {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${running.port}`);
      try {
        const [context] = browser.contexts();
        if (!context) throw new Error('The browser has no window.');
        const page = await context.newPage();
        page.setDefaultTimeout(patienceMs);
        const result = await work(page);
        await page.close();
        return result;
      } finally {
        await browser.close();
      }
    },
    stop() {
      process.off('exit', stop);
      stop();
    },
  };
}
