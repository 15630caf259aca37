import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

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
  const { CHROMIUM_PATH: chosen, PATH: path = '' } = process.env;
  const candidates = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = chosen || candidates.find(canRun);
  if (found) return found;
  console.warn('No Chromium: the tests in a browser are skipped. Install chromium, or set CHROMIUM_PATH.');
  return null;
}
