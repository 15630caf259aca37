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
 * Finds the browser for tests: `CHROMIUM_PATH`, which `script/test` sets, else one in PATH. Without one it
 * logs a warning and returns null, and the browser tests are skipped.
 */
export function findChromium(): string | null {
  const found = process.env['CHROMIUM_PATH'] || names.flatMap(inPath).find(canRun);
  if (found) return found;
  console.warn('No Chromium: the tests in a browser are skipped. Install chromium, or set CHROMIUM_PATH.');
  return null;
}

/**
 * Finds the headless shell of the browser, else Chromium. The shell opens a page in a quarter of the
 * processor time, but has no notifications.
 */
export const findHeadlessShell = (): string | null => inPath(shellName).find(canRun) ?? findChromium();
