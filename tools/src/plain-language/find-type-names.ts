import { Visitor } from 'oxc-parser';
import type { LanguageFault } from './find-faults.ts';
import type { Source } from './read-texts.ts';

/** Nouns of the field that end as a gerund or a participle does. */
const nouns = new Set([
  'Binding',
  'Billing',
  'Building',
  'Feed',
  'Finding',
  'Greeting',
  'Heading',
  'Mapping',
  'Need',
  'Rating',
  'Reading',
  'Recording',
  'Ring',
  'Setting',
  'Spelling',
  'String',
  'Thing',
  'Timing',
  'Warning',
]);

const irregular =
  'Begun|Bound|Broken|Chosen|Done|Drawn|Driven|Found|Given|Gone|Grown|Held|Hidden|Kept|Known|Left|Lost|Made|Meant|Met|Paid|Put|Read|Said|Seen|Sent|Shown|Shut|Sought|Spent|Spoken|Split|Stood|Taken|Thrown|Told|Typed|Understood|Won|Written';

const participle = new RegExp(`^(?:${irregular}|[A-Z][a-z]+ed)$`);

/** Whether a name is a noun: its last word is no gerund, and the name is no participle. */
export function isNoun(name: string): boolean {
  const [last = name] = /[A-Z][a-z0-9]*$/.exec(name) ?? [];
  if (nouns.has(last)) return true;
  return !last.endsWith('ing') && !participle.test(name);
}

/** Finds the types of a TypeScript file whose names are gerunds or participles. */
export function findTypeNames({ file, source, program }: Source): LanguageFault[] {
  const found: LanguageFault[] = [];
  const judge = ({ id: { name, start } }: { id: { name: string; start: number } }): void => {
    if (isNoun(name)) return;
    const line = source.slice(0, start).split('\n').length;
    found.push({ file, line, rule: 'names a type by a noun', sentence: name });
  };
  new Visitor({ TSInterfaceDeclaration: judge, TSTypeAliasDeclaration: judge }).visit(program);
  return found;
}
