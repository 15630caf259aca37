import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository, writeFiles } from '../generated-file.ts';
import { apiTypeFiles } from './api-type-files.ts';

// Writes the types by which `apps/web` calls the APIs. They are not committed: `script/bootstrap` makes them.

const readDescription = async (name: string) => {
  const path = `docs/openapi/${name}.yaml`;
  return { path, content: await readFile(join(repository, path), 'utf8') };
};

const descriptions = await Promise.all(['admin', 'resident', 'core-mobile'].map(readDescription));
for (const path of await writeFiles(await apiTypeFiles(descriptions))) console.log(`${path} is written`);
