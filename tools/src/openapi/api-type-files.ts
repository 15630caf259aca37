import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { describeTypes } from '@pas/contracts/api-types';
import { readCommitted, type GeneratedFile } from '../generated-file.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const header = (description: string, types: string): string =>
  `// Generated from docs/openapi by \`pnpm run generate\`. Description ${hash(description)}, types ${hash(types)}.\n`;

/** Returns whether an unedited file was generated from this description. */
function isCurrent(file: string, description: string): boolean {
  const end = file.indexOf('\n') + 1;
  return file.slice(0, end) === header(description, file.slice(end));
}

/**
 * Generates the types of the APIs for `apps/web`, one file for each description. This takes seconds. A file whose first
 * line has the hashes of this description and its own content is reused.
 */
export async function apiTypeFiles(descriptions: readonly GeneratedFile[]): Promise<GeneratedFile[]> {
  const files = descriptions.map(async ({ path: source, content: description }) => {
    const path = `apps/web/src/api/described/${basename(source, '.yaml')}.ts`;
    const committed = await readCommitted(path);
    if (committed !== null && isCurrent(committed, description)) return { path, content: committed };
    const types = await describeTypes(description);
    return { path, content: header(description, types) + types };
  });
  return Promise.all(files);
}
