import { catalogue, type EventType } from '@pas/shared/events/catalogue';
import { streams } from '@pas/shared/events/streams';
import { consumersOf, publishersOf } from '@pas/shared/events/traffic';
import '@pas/shared/models/all-models';
import { declaredCollections } from '@pas/platform/mongo/define-model';
import { readCommitted, type GeneratedFile } from './generated-file.ts';
import { fillSections, formatTable } from './page-sections.ts';

const path = 'docs/architecture.md';

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
  return formatTable(['collection', 'database', 'written by', 'only read by', 'watched by'], rows);
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
  return formatTable(['subject', 'stream', 'published by', 'consumed by'], rows);
}

/** Generates the tables in the handwritten page on the architecture. */
export async function architectureFiles(): Promise<GeneratedFile[]> {
  const page = (await readCommitted(path)) ?? '';
  const sections = { collections: collectionsTable(), subjects: subjectsTable() };
  return [{ path, content: fillSections(page, path, sections) }];
}
