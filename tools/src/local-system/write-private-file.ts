import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read, in one step: a reader finds the old text or the whole new one. */
export function writePrivateFile(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}

/** The same for a value as JSON. */
export function writePrivateJson(file: string, value: unknown): void {
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
