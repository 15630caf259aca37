import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { apiPages } from './api-pages.ts';
import { documentPages, documents } from './documents.ts';
import { extractScripts } from './extract-scripts.ts';
import { readText } from './repository.ts';

const packageDir = join(import.meta.dirname, '..');

test('each sample is on a page, and each page shows samples that exist', () => {
  const pages = readdirSync(join(packageDir, 'pages'), { recursive: true, encoding: 'utf8' });
  const shown = pages
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => [...readFileSync(join(packageDir, 'pages', path), 'utf8').matchAll(/^<<< (\S+)/gm)])
    .map(([, path = '']) => basename(path));
  expect([...new Set(shown)].toSorted()).toEqual(readdirSync(join(packageDir, 'samples')).toSorted());
});

test('a link between documents leads to a page, and one to a file outside the site becomes text', () => {
  const textOf = (path: string): string => documentPages().find((page) => page.path === path)?.text ?? '';
  expect(textOf('/operators/runbook')).toContain('[deploy](/operators/deploy)');
  expect(textOf('/operators/runbook')).toContain('each alert of alerts.yaml');
  expect(textOf('/integrators/tour')).toMatch(/^# Tour with curl\n\n## From an invite to a resident\n/);
});

test('the build of the image copies every document of the site', () => {
  const copied = [...readText('Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  const missing = documents.filter(
    ({ file }) => !copied.some((source) => file === source || file.startsWith(`${source}/`)),
  );
  expect(missing).toEqual([]);
});

test('the reference lists each described operation once, with its scope', () => {
  const { text = '' } = apiPages().find(({ path }) => path === '/reference/admin') ?? {};
  const described = readText('docs/openapi/admin.yaml').split('\nwebhooks:\n')[0] ?? '';
  const operations = [...described.matchAll(/^ {6}operationId: (\w+)$/gm)].map(([, id = '']) => id);
  const listed = [...text.matchAll(/#\/[^/]+\/(\w+)\)/g)].map(([, id = '']) => id);
  expect(listed.toSorted()).toEqual(operations.toSorted());
  expect(text).toContain('| `POST /api/admin/units` | `units:write` |');
});

test('a page has no inline script and no inline style', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'docs-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const page = '<script id="a">run()</script><p style="color:red">x</p><script src="/b.js"></script>';
  const written = await extractScripts(page, { directory, base: '/docs/' });
  const [, file = ''] = /<script src="\/docs\/([^"]+)"><\/script><p>x<\/p>/.exec(written) ?? [];
  expect(readFileSync(join(directory, file), 'utf8')).toBe('run()');
  expect(written).toContain('<script src="/b.js"></script>');
});
