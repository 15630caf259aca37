import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const shellName = 'chromium-headless-shell';

const inPath = (name: string): string[] =>
  (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The browser to test with: `CHROMIUM_PATH`, which `script/test` sets, else one in PATH. Where there is none it says so
 * and answers null, and the tests that need one are skipped.
 */
export function findChromium(): string | null {
  const found = process.env['CHROMIUM_PATH'] || names.flatMap(inPath).find(canRun);
  if (found) return found;
  console.warn('No Chromium: the tests in a browser are skipped. Install chromium, or set CHROMIUM_PATH.');
  return null;
}

/**
 * The same browser without its windows, which opens a page for a quarter of the processor time. It has no notifications.
 * Where it is missing, Chromium itself serves.
 */
export const findHeadlessShell = (): string | null => inPath(shellName).find(canRun) ?? findChromium();
