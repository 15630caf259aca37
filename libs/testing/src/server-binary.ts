import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const toolsDirectory = join(import.meta.dirname, '../../../.tools/bin');

const pathVariable = { mongod: 'MONGOD_BINARY', 'nats-server': 'NATS_SERVER_BINARY' } as const;

/**
 * Finds the program of a server in the order of `script/bootstrap`: the environment's own path, PATH, `.tools/bin`.
 *
 * @throws Error with the remedy when it is in none of them
 */
export function serverBinary(program: keyof typeof pathVariable): string {
  const variable = pathVariable[program];
  const chosen = process.env[variable];
  if (chosen) return chosen;
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), toolsDirectory].filter(Boolean);
  const found = directories.map((directory) => join(directory, program)).find(isExecutable);
  if (!found) throw new Error(`${program} is not installed: run script/bootstrap, or set ${variable}`);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
