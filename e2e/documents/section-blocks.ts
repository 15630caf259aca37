import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a document of the repository, by its path from the root. */
export const readDocument = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

/** Returns the shell blocks of a section, in order; none if the document has no such section. */
export function sectionBlocks(text: string, heading: string): string[] {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return Array.from(own.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block);
}
