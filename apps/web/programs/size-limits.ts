import type { AppName } from './app-options.ts';

const kilobyte = 1000;

/**
 * Size limits of each application, in bytes after gzip: of the first load, and of each part loaded on demand.
 */
export const sizeLimits = {
  console: { firstLoad: 260 * kilobyte, lazy: 170 * kilobyte },
  portal: { firstLoad: 110 * kilobyte, lazy: 110 * kilobyte },
} as const satisfies Record<AppName, { firstLoad: number; lazy: number }>;
