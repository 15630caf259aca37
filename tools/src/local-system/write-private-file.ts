import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file readable only by its owner, atomically: a reader sees the old or the complete new text. */
export function writePrivateFile(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}

/** Writes a value as JSON to a private file, atomically. */
export function writePrivateJson(file: string, value: unknown): void {
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
