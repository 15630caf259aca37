import type { AppName } from './app-options.ts';

const kilobyte = 1000;

/** What a browser may have to load of an application, in bytes as gzip sends them: first, and for each part that is loaded later. */
export const sizeLimits = {
  console: { firstLoad: 260 * kilobyte, lazy: 170 * kilobyte },
  portal: { firstLoad: 110 * kilobyte, lazy: 110 * kilobyte },
} as const satisfies Record<AppName, { firstLoad: number; lazy: number }>;
