import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { nodeAt, type Node } from './description.ts';
import { descriptionFile, descriptionNames } from './descriptions.ts';
import { stripProse } from './strip-prose.ts';

// Part of a release: today's descriptions become those that later ones are compared with.

const head = '# The released API description without its prose, written by `pnpm run released`.\n';

/** Writes each member on one line of YAML, so that a release changes one line for each changed operation. */
const section = (name: string, members: Node): string =>
  [
    `${name}:`,
    ...Object.entries(members).map((each) => `  ${each.map((part) => JSON.stringify(part)).join(': ')}`),
  ].join('\n');

for (const name of descriptionNames) {
  const description = parse(await readFile(descriptionFile(name), 'utf8')) as Node;
  const { components, ...operations } = stripProse(description);
  const ofComponents = components as Node;
  const kinds = Object.keys(ofComponents).map((kind) => ` ${section(kind, nodeAt(ofComponents, kind))}`);
  const parts = Object.keys(operations).map((each) => section(each, nodeAt(operations, each)));
  const text = [...parts, 'components:', ...kinds].join('\n');
  await writeFile(descriptionFile(name, true), `${head}${text}\n`);
}
await writeFile(
  descriptionFile('declared-breaks', true),
  '# Intended breaking changes since the last release: a list of { api, break, reason }.\n',
);
