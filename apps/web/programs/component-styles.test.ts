import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtDir } from './app-options.ts';

const assets = join(builtDir('console'), 'assets');

/** The classes of components in a text. */
const classesIn = (text: string): ReadonlySet<string> => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g) ?? []);

async function classesInAssets(extension: string): Promise<ReadonlySet<string>> {
  const files = (await readdir(assets)).filter((file) => file.endsWith(extension));
  const texts = await Promise.all(files.map((file) => readFile(join(assets, file), 'utf8')));
  return classesIn(texts.join('\n'));
}

// `script/bootstrap` builds the console.
test('the console has the styles of each component that it contains', async () => {
  const sheet = createRequire(import.meta.url).resolve('@mantine/core/styles.css');
  const styled = classesIn(await readFile(sheet, 'utf8'));
  const [used, present] = await Promise.all([classesInAssets('.js'), classesInAssets('.css')]);
  const needed = used.intersection(styled);
  expect(needed.size).toBeGreaterThan(100);
  expect([...needed.difference(present)]).toEqual([]);
});
