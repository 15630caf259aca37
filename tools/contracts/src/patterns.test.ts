import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hostileTexts, randomTexts } from '@pas/testing/hostile/hostile-texts';
import { drillSize } from '@pas/testing/drill-size';
import { maxProcessorMs, measureCost } from '@pas/testing/hostile/measure-cost';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Files whose patterns read no external text in a serving process. */
const exempt = [
  // Configuration and index names are trusted.
  /\/config(?:\/|\.ts$)/,
  /\/mongo\/(?:users\/|open-clients|cross-tenant)/,
  // Separate processes with a time limit read uploaded files.
  /\/resources\/imports\/reading\//,
];

const sources = globSync(
  ['services/*/src/**/*.ts', 'libs/{platform,shared}/src/**/*.ts', 'clients/typescript/src/{,runtime/}*.ts'],
  { cwd: root },
).filter((file) => !file.endsWith('.test.ts') && !exempt.some((pattern) => pattern.test(`/${file}`)));

/** Returns the regular expressions of a file as written. */
function patternsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(resolve(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Patterns with quadratic cost, with the longest text that they receive. */
const squares: Readonly<Record<string, number>> = {
  // A slug.
  '/-+$/': 63,
  '/^-+|-+$/g': 63,
  // An address of the configuration.
  '/\\/+$/': 2048,
  // The message of a duplicate key names values of unique fields.
  '/dup key: \\{[^\\n]*\\}/g': 1000,
  // The cell of a table.
  '/[T ,]+\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[ap]\\.?m\\.?)?(?: ?(?:Z|UTC|[+-]\\d{2}:?\\d{2}))?$/i': 1000,
  '/^\\p{L}{2,}\\.?,? +(?=.*\\d.*\\d)/u': 1000,
};

const maxLength = 50_000;

const makers = [...Object.values(hostileTexts), ...randomTexts(drillSize({ short: 10, long: 300 }))];

function read(written: string): RegExp {
  const end = written.lastIndexOf('/');
  return new RegExp(written.slice(1, end), written.slice(end + 1));
}

/** Builds texts that a pattern nearly matches: its own characters repeated, and hostile ones, with odd ends. */
function textsFor(written: string, length: number): string[] {
  const own = written.replaceAll(/\\[a-z]|[\\^$*+?()[\]{}|]/gi, '');
  const plain = [
    ...makers.map((make) => make(length)),
    own.repeat(Math.ceil(length / Math.max(1, own.length))),
  ];
  return plain.flatMap((text) => [text, `x${text}\n\u0000${own}`]).map((text) => text.slice(-length));
}

const all = [...new Set(sources.flatMap(patternsOf))];

test.each(all)(`%s costs little on any text`, (written) => {
  const pattern = read(written);
  for (const text of textsFor(written, squares[written] ?? maxLength)) {
    const { processorMs } = measureCost(() => text.replace(pattern, ''));
    expect([text.slice(0, 40), processorMs < maxProcessorMs]).toEqual([text.slice(0, 40), true]);
  }
});
