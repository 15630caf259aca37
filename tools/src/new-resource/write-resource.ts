import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fillIn, type NameForms } from './name-forms.ts';

/** Files of a resource, by template. */
const files: Readonly<Record<string, string>> = {
  model: 'libs/shared/src/models/{kebab-singular}.ts',
  routes: 'services/admin/src/resources/{kebab-plural}/{kebab-plural}.routes.ts',
  schema: 'services/admin/src/resources/{kebab-plural}/{kebab-singular}.schema.ts',
  create: 'services/admin/src/resources/{kebab-plural}/create-{kebab-singular}.ts',
  list: 'services/admin/src/resources/{kebab-plural}/list-{kebab-plural}.ts',
  load: 'services/admin/src/resources/{kebab-plural}/load-{kebab-singular}.ts',
  test: 'services/admin/test/{kebab-plural}.test.ts',
};

/** A line to add to a list, before the first line with `before` after `after`. */
interface Entry {
  file: string;
  line: string;
  after: string;
  before: string;
}

const entries: readonly Entry[] = [
  {
    file: 'services/admin/src/routes.ts',
    line: "import { {singular}Routes } from './resources/{kebab-plural}/{kebab-plural}.routes.ts';",
    after: 'import',
    before: '\n/** ',
  },
  {
    file: 'services/admin/src/routes.ts',
    line: '    ...{singular}Routes,',
    after: 'return [',
    before: '  ];',
  },
  {
    file: 'libs/shared/src/models/all-models.ts',
    line: "import './{kebab-singular}.ts';",
    after: '',
    before: "import './password-failure.ts'",
  },
  {
    file: 'libs/shared/src/ids/id.ts',
    line: "  {singular}: '{id-prefix}',",
    after: 'const prefixes',
    before: '}',
  },
  {
    file: 'libs/shared/src/principal/scopes.ts',
    line: "  '{kebab-plural}',",
    after: 'scopedResources',
    before: ']',
  },
  {
    file: 'libs/shared/src/events/areas/{area}.ts',
    line: "  'pas.v1.{area}.{snake-singular}.created': z.object({ aggregateVersion }),",
    after: 'export const {area}Events',
    before: '} as const',
  },
  {
    file: 'libs/shared/src/events/traffic.ts',
    line: "  'pas.v1.{area}.{snake-singular}.created': ['admin'],",
    after: 'const publishers',
    before: '};',
  },
  {
    file: 'services/admin/test/rival-rows.ts',
    line: "  {id-prefix}_: ['another tenant’s', 'another property’s'],",
    after: 'export const rivalKinds',
    before: "  '{idOrToken}': [",
  },
  {
    file: 'services/admin/test/rival-rows.ts',
    line: "    {id-prefix}_: await addByApi(admin, as, { path: '{kebab-plural}', body: { propertyId: property.id, name: 'Rival' } }),",
    after: 'async function addRows',
    before: '    aud_: await',
  },
];

/** Adds an entry to its list and returns the list's file. @throws Error when the line is missing */
function addEntry(root: string, { file, line, after, before }: Entry, forms: NameForms): string {
  const name = fillIn(file, forms);
  const path = join(root, name);
  const text = readFileSync(path, 'utf8');
  const from = text.indexOf(fillIn(after, forms));
  const at = from < 0 ? -1 : text.indexOf(before, from);
  if (at < 0)
    throw new Error(
      `${name} no longer has the line before which the new line goes. Correct tools/src/new-resource.`,
    );
  writeFileSync(path, `${text.slice(0, at)}${fillIn(line, forms)}\n${text.slice(at)}`);
  return name;
}

/**
 * Writes the files of a new admin resource, and adds it to the lists of all resources.
 *
 * @param root the checkout
 * @returns the new files, and the lists with a new line
 * @throws Error when a file exists already, or the area's file is missing; writes nothing then
 */
export function writeResource(root: string, forms: NameForms): { files: string[]; lists: string[] } {
  const paths = Object.entries(files).map(([template, path]) => [template, fillIn(path, forms)] as const);
  const taken = paths.find(([, path]) => existsSync(join(root, path)));
  if (taken) throw new Error(`${taken[1]} exists already. Choose another name.`);
  const missing = entries
    .map(({ file }) => fillIn(file, forms))
    .find((file) => !existsSync(join(root, file)));
  if (missing !== undefined) throw new Error(`${missing} is missing, so the resource cannot be added to it.`);
  for (const [template, path] of paths) {
    const text = readFileSync(join(import.meta.dirname, 'templates', `${template}.ts.txt`), 'utf8');
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), fillIn(text, forms));
  }
  const lists = entries.map((entry) => addEntry(root, entry, forms));
  return { files: paths.map(([, path]) => path), lists: [...new Set(lists)] };
}
