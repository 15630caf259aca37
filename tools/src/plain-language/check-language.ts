import { globSync } from 'node:fs';
import { repository } from '../generated-file.ts';
import { findFaults, splitSentences, type LanguageFault } from './find-faults.ts';
import { findTypeNames } from './find-type-names.ts';
import { parseSource, readDocument, readSource } from './read-texts.ts';

const exclude = [
  '**/node_modules/**',
  '.tools/**',
  '.data*/**',
  '**/dist/**',
  'apps/docs/.pages/**',
  'apps/web/src/api/described/**',
  'clients/typescript/{dist,src/generated}/**',
];

const find = (pattern: string): string[] => globSync(pattern, { cwd: repository, exclude }).toSorted();

/**
 * Reads comments, test titles, messages and documents, and finds the sentences and names that break a rule.
 *
 * @param paths files and folders, from the repository's root; none for the whole repository
 */
export function checkLanguage(paths: readonly string[] = []): { faults: LanguageFault[]; sentences: number } {
  const isMeant = (file: string): boolean =>
    paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`));
  const documents = find('**/*.md').filter(isMeant);
  const files = find('{apps,bench,clients,e2e,libs,sandbox,services,tools}/**/*.{ts,tsx}').filter(isMeant);
  const read = files.map((file) => {
    const source = parseSource(file);
    return { texts: readSource(source), names: findTypeNames(source) };
  });
  const texts = [...read.flatMap((each) => each.texts), ...documents.flatMap(readDocument)];
  return {
    faults: [...findFaults(texts), ...read.flatMap(({ names }) => names)],
    sentences: texts.reduce((sum, { text }) => sum + splitSentences(text).length, 0),
  };
}
