import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders of installed servers, which may be missing in PATH. */
const systemDirectories = ['/usr/sbin', '/usr/local/sbin'];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds the file of an installed program; undefined where it isn't installed. */
export function findProgram(name: string): string | undefined {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), ...systemDirectories];
  return directories
    .filter(Boolean)
    .map((directory) => join(directory, name))
    .find(isProgram);
}
