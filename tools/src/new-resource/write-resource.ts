import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entries } from './list-entries.ts';
import { fillIn, type NameForms } from './name-forms.ts';

/** Files of a resource, by template. */
const files: Readonly<Record<string, string>> = {
  model: 'libs/shared/src/models/{kebab-singular}.ts',
  routes: 'services/admin/src/resources/{kebab-plural}/{kebab-plural}.routes.ts',
  schema: 'services/admin/src/resources/{kebab-plural}/{kebab-singular}.schema.ts',
  create: 'services/admin/src/resources/{kebab-plural}/create-{kebab-singular}.ts',
  delete: 'services/admin/src/resources/{kebab-plural}/delete-{kebab-singular}.ts',
  list: 'services/admin/src/resources/{kebab-plural}/list-{kebab-plural}.ts',
  load: 'services/admin/src/resources/{kebab-plural}/load-{kebab-singular}.ts',
  update: 'services/admin/src/resources/{kebab-plural}/update-{kebab-singular}.ts',
  test: 'services/admin/test/{kebab-plural}.test.ts',
};

/**
 * Adds the entries to their lists.
 *
 * @returns the texts of the lists by file
 * @throws Error when a list or the place of an entry is missing
 */
function extendLists(root: string, forms: NameForms): Map<string, string> {
  const lists = new Map<string, string>();
  for (const { file, text: added, after, before } of entries) {
    const name = fillIn(file, forms);
    const text = lists.get(name) ?? readFileSync(join(root, name), 'utf8');
    const from = text.indexOf(fillIn(after, forms));
    const at = from < 0 ? -1 : text.indexOf(before, from);
    if (at < 0)
      throw new Error(
        `${name} has no ${before.trim()} after ${after}. Correct new-resource/list-entries.ts.`,
      );
    lists.set(name, text.slice(0, at) + fillIn(added, forms) + text.slice(at));
  }
  return lists;
}

/** @throws Error when a file exists already, or another entity has the prefix of ids */
function requireFree(root: string, forms: NameForms, paths: readonly string[]): void {
  const taken = paths.find((path) => existsSync(join(root, path)));
  if (taken !== undefined) throw new Error(`${taken} exists already. Choose another name.`);
  const prefix = fillIn(": '{id-prefix}',", forms);
  if (readFileSync(join(root, 'libs/shared/src/ids/id.ts'), 'utf8').includes(prefix))
    throw new Error('Another entity has this prefix of ids. Choose another one with --prefix.');
}

/**
 * Writes the files of a new admin resource, and adds it to the lists of all resources.
 *
 * @param root the checkout
 * @returns the new files, and the lists with a new entry
 * @throws Error when a file exists already, the prefix of ids is taken, or a list has no place for the entry. It
 *   writes nothing then
 */
export function writeResource(root: string, forms: NameForms): { files: string[]; lists: string[] } {
  const paths = Object.entries(files).map(([template, path]) => [template, fillIn(path, forms)] as const);
  const written = paths.map(([, path]) => path);
  requireFree(root, forms, written);
  const lists = extendLists(root, forms);
  for (const [name, text] of lists) writeFileSync(join(root, name), text);
  for (const [template, path] of paths) {
    const text = readFileSync(join(import.meta.dirname, 'templates', `${template}.ts.txt`), 'utf8');
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), fillIn(text, forms));
  }
  return { files: written, lists: [...lists.keys()] };
}
