import { checkLanguage } from './check-language.ts';

/**
 * Prints the sentences and the names of types that break a rule of the language, and their number.
 *
 *   pnpm language [PATH...]   files and folders, from the repository's root; default: the whole repository
 */
const { faults, sentences } = checkLanguage(process.argv.slice(2).map((path) => path.replace(/\/$/, '')));
for (const { file, line, rule, sentence } of faults) console.log(`${file}:${line}: ${rule}: ${sentence}`);
console.log(`${faults.length} faults in ${sentences} sentences`);
process.exitCode = faults.length === 0 ? 0 : 1;
