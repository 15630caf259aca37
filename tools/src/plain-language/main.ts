import { globSync } from 'node:fs';
import { repository } from '../generated-file.ts';
import { findFaults, splitSentences } from './find-faults.ts';
import { findTypeNames } from './find-type-names.ts';
import { readDocument, readSource } from './read-texts.ts';

/**
 * Prints the sentences and the names of types that break a rule of the language, and their number.
 *
 *   pnpm language [PATH...]   files and folders, from the repository's root; default: the whole repository
 */
const paths = process.argv.slice(2).map((path) => path.replace(/\/$/, ''));
const exclude = [
  '**/node_modules/**',
  '.tools/**',
  '.data*/**',
  '**/dist/**',
  'apps/web/src/api/described/**',
];
const isAsked = (file: string): boolean =>
  paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`));

const sources = globSync('{apps,bench,e2e,libs,sandbox,services,tools}/**/*.{ts,tsx}', {
  cwd: repository,
  exclude,
});
const documents = globSync('**/*.md', { cwd: repository, exclude });
const asked = sources.filter(isAsked).toSorted();
const texts = [...asked.flatMap(readSource), ...documents.filter(isAsked).toSorted().flatMap(readDocument)];
const faults = [...findFaults(texts), ...asked.flatMap(findTypeNames)];
for (const { file, line, rule, sentence } of faults) console.log(`${file}:${line}: ${rule}: ${sentence}`);

const sentences = texts.reduce((sum, { text }) => sum + splitSentences(text).length, 0);
console.log(`${faults.length} faults in ${sentences} sentences`);
process.exitCode = faults.length === 0 ? 0 : 1;
