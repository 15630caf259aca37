import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { describeTypes, withoutProse } from '@pas/contracts/api-types';
import { readCommitted, type GeneratedFile } from '../generated-file.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const header = (description: string, types: string): string =>
  `// Generated from docs/openapi by \`pnpm run generate\`. Description ${hash(description)}, types ${hash(types)}.\n`;

/** Returns whether an unedited file was generated from this description. */
function isCurrent(file: string, description: string): boolean {
  const end = file.indexOf('\n') + 1;
  return file.slice(0, end) === header(description, file.slice(end));
}

/** Directories of the types. The pages need no prose; readers of the client do. */
const homes = [
  { directory: 'apps/web/src/api/described', shape: withoutProse },
  { directory: 'clients/typescript/src/generated', shape: (types: string) => types },
];

/** Generates the types of a description in each directory, unless both files are current. */
async function typeFilesOf({ path: source, content: description }: GeneratedFile): Promise<GeneratedFile[]> {
  const files = homes.map(({ directory }) => `${directory}/${basename(source, '.yaml')}.ts`);
  const committed = await Promise.all(files.map(readCommitted));
  const current = committed.map((content, index) => ({ path: files[index] ?? '', content: content ?? '' }));
  if (current.every(({ content }) => isCurrent(content, description))) return current;
  const types = await describeTypes(description);
  return homes.map(({ shape }, index) => {
    const shaped = shape(types);
    return { path: files[index] ?? '', content: header(description, shaped) + shaped };
  });
}

/**
 * Generates the types of the APIs for `apps/web` and for the TypeScript client, one file each for a description. This
 * takes seconds. A file whose first line has the hashes of this description and its own content is reused.
 */
export async function apiTypeFiles(descriptions: readonly GeneratedFile[]): Promise<GeneratedFile[]> {
  return (await Promise.all(descriptions.map(typeFilesOf))).flat();
}
