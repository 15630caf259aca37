import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { apiPages } from './api-pages.ts';
import { documentPages } from './documents.ts';

/** Writes all pages of the site to a directory: those of `pages/` and the generated ones. */
export async function writePages(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
  for (const { path, text } of [...documentPages(), ...apiPages()]) {
    const file = join(to, `${path}.md`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
