import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor, type Comment, type ParseResult } from 'oxc-parser';
import { repository } from '../generated-file.ts';

/** A prose text in a file. */
export interface Text {
  /** Path from the repository's root. */
  file: string;
  /** First line of the text, one-based. */
  line: number;
  text: string;
  kind: 'comment' | 'test title' | 'string' | 'document';
}

/** A parsed TypeScript file. */
export interface Source extends Pick<ParseResult, 'program' | 'comments'> {
  /** Path from the repository's root. */
  file: string;
  source: string;
}

/** Reads and parses a TypeScript file. */
export function parseSource(file: string): Source {
  const source = readFileSync(join(repository, file), 'utf8');
  const { program, comments } = parseSync(file, source);
  return { file, source, program, comments };
}

/** Returns a function that converts a position to a one-based line. */
function lineCounter(source: string): (position: number) => number {
  const ends = Array.from(source.matchAll(/\n/g), ({ index }) => index);
  return (position) => 1 + ends.filter((end) => end < position).length;
}

/** Joins line comments on neighbouring lines to one text. */
function joinLineComments(source: string, comments: readonly Comment[]): Comment[] {
  const joined: Comment[] = [];
  for (const comment of comments) {
    const last = joined.at(-1);
    const between = last && source.slice(last.end, comment.start);
    if (
      last?.type === 'Line' &&
      comment.type === 'Line' &&
      between?.trim() === '' &&
      between.split('\n').length === 2
    )
      joined.splice(-1, 1, { ...last, value: `${last.value}\n${comment.value}`, end: comment.end });
    else joined.push(comment);
  }
  return joined;
}

/** Returns the prose of a comment without stars, with each tag as a separate text. */
function readComment(value: string): string[] {
  return value
    .replaceAll(/^\s*\*+ ?/gm, '')
    .replaceAll(/\{@link ([^}]+)\}/g, '$1')
    .split(/^\s*@(?:param|returns|throws|see|default|example|template)\b/m)
    .map((part, index) => (index === 0 ? part : part.replace(/^\s*[\w.[\]]+\s/, '')));
}

const testNames = new Set(['test', 'it', 'describe']);

/** Returns `test` for a callee such as `test.each(rows)`; null for any other callee. */
function testNameOf(callee: unknown): string | null {
  const node = callee as { type: string; name?: string; object?: unknown; callee?: unknown };
  if (node.type === 'Identifier') return testNames.has(node.name ?? '') ? (node.name ?? '') : null;
  return testNameOfInner(node);
}

function testNameOfInner(node: { type: string; object?: unknown; callee?: unknown }): string | null {
  if (node.type === 'MemberExpression') return testNameOf(node.object);
  return node.type === 'CallExpression' ? testNameOf(node.callee) : null;
}

/** Returns whether a string is prose: it has at least four words and begins like a sentence. */
const isProse = (text: string): boolean =>
  /^["“(`]?[A-Z]/.test(text) && text.split(/\s+/).length >= 4 && !/[{};=<>]\s*$/.test(text);

/** Reads comments, test titles and prose strings of a TypeScript file. */
export function readSource({ file, source, program, comments }: Source): Text[] {
  const lineOf = lineCounter(source);
  const texts: Text[] = joinLineComments(source, comments).flatMap(({ value, start }) =>
    readComment(value).map((text): Text => ({ file, line: lineOf(start), text, kind: 'comment' })),
  );
  const titles = new Set<number>();
  const add = (start: number, text: string): void => {
    if (titles.has(start)) texts.push({ file, line: lineOf(start), text, kind: 'test title' });
    else if (isProse(text)) texts.push({ file, line: lineOf(start), text, kind: 'string' });
  };
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (testNameOf(callee) !== null && title) titles.add(title.start);
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string') add(start, value);
    },
    JSXText: ({ value, start }) => add(start, value.trim()),
    TemplateLiteral: ({ quasis, start }) => add(start, quasis.map(({ value }) => value.cooked).join('X')),
  }).visit(program);
  return texts;
}

/** Returns a document whose code blocks and comments are blank lines. */
const withoutCode = (source: string): string =>
  source.replaceAll(/^(```|~~~)[\s\S]*?^\1|<!--[\s\S]*?-->/gm, (code) => code.replaceAll(/[^\n]/g, ''));

/** Reads the texts of one line: the cells of a table, or the line after its mark. */
function readLine(line: string): { texts: string[]; isOpen: boolean; continues: boolean } {
  const mark = /^\s*(?:#+|[-*]|\d+\.|\||>)\s*/.exec(line)?.[0];
  const isTable = line.trimStart().startsWith('|');
  const content = line.slice(mark?.length ?? 0);
  return {
    texts: (isTable ? content.split('|') : [content]).filter((text) => /[^\s:|-]/.test(text)),
    isOpen: !isTable && !line.startsWith('#'),
    continues: mark === undefined,
  };
}

/** Reads paragraphs, list items, headings and table cells of a Markdown document, without code blocks. */
export function readDocument(file: string): Text[] {
  const texts: Text[] = [];
  let open: Text | undefined;
  const lines = withoutCode(readFileSync(join(repository, file), 'utf8')).split('\n');
  for (const [index, line] of lines.entries()) {
    const { texts: parts, isOpen, continues } = readLine(line);
    if (open && continues && parts.length > 0) open.text += `\n${line}`;
    else texts.push(...parts.map((text): Text => ({ file, line: index + 1, text, kind: 'document' })));
    open = isOpen && parts.length > 0 ? texts.at(-1) : undefined;
  }
  return texts;
}
