import { catalogue, type EventType } from '@pas/shared/events/catalogue';
import { streams } from '@pas/shared/events/streams';
import { consumersOf, publishersOf } from '@pas/shared/events/traffic';
import '@pas/shared/models/all-models';
import { declaredCollections } from '@pas/platform/mongo/define-model';
import { readCommitted, type GeneratedFile } from './generated-file.ts';

const path = 'docs/architecture.md';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const list = (names: readonly string[]): string => (names.length > 0 ? names.join(', ') : '–');

function collectionsTable(): string {
  const byPlace = declaredCollections().toSorted((one, other) =>
    `${one.database} ${one.name}`.localeCompare(`${other.database} ${other.name}`),
  );
  const rows = byPlace.map(({ name, database, readers, writers, watchers = [] }) => [
    `\`${name}\``,
    database,
    list(Object.entries(writers).map(([writer, verbs]) => `${writer} (${verbs.join(', ')})`)),
    list(readers),
    list(watchers),
  ]);
  return table(['collection', 'database', 'written by', 'only read by', 'watched by'], rows);
}

function streamOf(subject: string): string {
  const stream = streams.find(({ subjects }) =>
    subjects.some((each) => subject.startsWith(each.replace(/>$/, ''))),
  );
  return stream?.name ?? '–';
}

function subjectsTable(): string {
  const types = Object.keys(catalogue) as EventType[];
  const rows = types.map((type) => [
    `\`${type}\``,
    streamOf(type),
    list(publishersOf(type)),
    list(consumersOf(type).map(({ durable, program }) => `${durable} (${program})`)),
  ]);
  return table(['subject', 'stream', 'published by', 'consumed by'], rows);
}

/**
 * Puts a section between its markers.
 *
 * @throws Error when the page has no such markers, so that no table goes missing silently
 */
function fillSection(page: string, name: string, content: string): string {
  const start = `<!-- generated:${name} -->\n`;
  const end = `<!-- /generated:${name} -->`;
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${path} has no section ${name}`);
  return `${page.slice(0, from + start.length)}\n${content}\n\n${page.slice(to)}`;
}

/** Generates the tables in the handwritten page on the architecture. */
export async function architectureFiles(): Promise<GeneratedFile[]> {
  const page = (await readCommitted(path)) ?? '';
  const content = fillSection(
    fillSection(page, 'collections', collectionsTable()),
    'subjects',
    subjectsTable(),
  );
  return [{ path, content }];
}
