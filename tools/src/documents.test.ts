import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { repository } from './generated-file.ts';

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });

/** Commands of pnpm itself that documents mention. */
const pnpmCommands = new Set(['exec', 'install', 'vitest']);

const isPresent = (path: string): boolean => existsSync(join(repository, path));

function isExecutable(path: string): boolean {
  try {
    accessSync(join(repository, path), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds all matches of a pattern in documents, as `document: match`. */
function findAll(documents: readonly string[], pattern: RegExp): { document: string; found: string }[] {
  return documents.flatMap((document) => {
    const text = readFileSync(join(repository, document), 'utf8');
    return Array.from(text.matchAll(pattern), ([, found = '']) => ({ document, found }));
  });
}

describe('the documents', () => {
  const documents = globSync('**/*.md', {
    cwd: repository,
    exclude: ['**/node_modules', '.tools', '.data*', 'apps/docs/.pages'],
  });

  test('link to existing targets', () => {
    // The build of the site checks the links between its pages.
    const linked = documents.filter((document) => !document.startsWith('apps/docs/pages/'));
    const links = findAll(linked, /\]\((?!https?:|#)([^)#\s]+)(?:#[^)\s]*)?\)/g);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ document, found }) => !isPresent(join(dirname(document), found)))).toEqual([]);
  });

  test('name executable scripts', () => {
    const scripts = findAll(documents, /(?<![\w/.-])(script\/\w+)/g);
    expect(scripts.map(({ found }) => found)).toEqual(
      expect.arrayContaining(['script/server', 'script/test', 'script/pas']),
    );
    expect(scripts.filter(({ found }) => !isExecutable(found))).toEqual([]);
  });

  test('name existing commands of pnpm', () => {
    const { scripts } = Manifest.parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')));
    const commands = findAll(documents, /(?<!\w)pnpm (?:run )?([a-z][\w:-]*)/g);
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter(({ found }) => !(found in scripts) && !pnpmCommands.has(found))).toEqual([]);
  });

  test('name existing files and folders', () => {
    // A decision describes its time of writing, and may name files of other projects.
    const current = documents.filter((document) => !document.startsWith('docs/decisions/'));
    const paths = findAll(current, /`((?:apps|docs|e2e|libs|sandbox|services|tools)\/[\w./-]*)`/g);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter(({ found }) => !isPresent(found))).toEqual([]);
  });

  test('name exports that the files of a served request have', () => {
    const page = readFileSync(join(repository, 'docs/how-a-request-is-served.md'), 'utf8');
    const steps = Array.from(page.matchAll(/^\| `([^`]+)` \| `(\w+)` \|/gm), ([, file = '', name = '']) => ({
      file,
      name,
    }));
    expect(steps.length).toBeGreaterThan(20);
    const isExported = ({ file, name }: { file: string; name: string }): boolean =>
      new RegExp(String.raw`^export (?:async )?(?:function|const) ${name}\b`, 'm').test(
        readFileSync(join(repository, file), 'utf8'),
      );
    expect(steps.filter((step) => !isExported(step))).toEqual([]);
  });
});
