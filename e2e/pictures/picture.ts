import type { LocalFile } from '@pas/tools/local-system/local-file';
import type { BrowserContextOptions, Page } from 'playwright-core';

/** One picture of a page with the demo data. */
export interface Picture {
  /** The name of its file in docs/pictures. */
  file: `${string}.png`;
  /** The directories that determine its content: a change of a file requires a new picture. */
  sources: readonly string[];
  /** The window. The scale is 2 on a phone and 1 on a fixture, so that the files stay small. */
  window: BrowserContextOptions;
  /** Brings the page into the state of the picture. */
  show: (page: Page, local: LocalFile) => Promise<void>;
}

/** The window of a phone. */
export const phoneWindow: BrowserContextOptions = {
  viewport: { width: 375, height: 720 },
  deviceScaleFactor: 2,
  reducedMotion: 'reduce',
  locale: 'en-US',
};
