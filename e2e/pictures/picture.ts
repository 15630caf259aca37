import type { LocalFile } from '@pas/tools/local-system/local-file';
import type { BrowserContextOptions, Page } from 'playwright-core';

/** One picture of a page, taken from the demo data. */
export interface Picture {
  /** The name of its file in docs/pictures. */
  file: `${string}.png`;
  /** The directories that decide what it shows; when one of their files changes, the picture is to be taken again. */
  sources: readonly string[];
  /** The window. The scale is 2 on a phone and 1 on a desk, so that the files stay small. */
  window: BrowserContextOptions;
  /** Brings the page into the state that is shown. */
  show: (page: Page, local: LocalFile) => Promise<void>;
}

/** A phone as residents hold it. */
export const phoneWindow: BrowserContextOptions = {
  viewport: { width: 375, height: 720 },
  deviceScaleFactor: 2,
  reducedMotion: 'reduce',
  locale: 'en-US',
};
