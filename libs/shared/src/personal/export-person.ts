import { takeTurns } from '@pas/platform/concurrency/take-turns';
import { exportRecipients } from './alert-recipients.ts';
import { exportAudit } from './export-audit.ts';
import type { Person } from './person.ts';
import { auditCollection, personalCollections, tenantCollection } from './personal-data.ts';
import type { PersonalRows } from './personal-rows.ts';
import { walkRows } from './walk-rows.ts';

/** A line of an export: a row without secrets and hashes. */
type Line = Record<string, unknown> & { id: unknown };

/** Exports the rows of one collection, in batches. */
async function* exportRows(
  rows: PersonalRows,
  show: NonNullable<PersonalRows['shown']>,
  person: Person,
): AsyncGenerator<readonly Line[]> {
  for await (const batch of walkRows(rows, rows.findShown(person))) {
    const shown = batch.map((row) => show(row, person));
    yield shown.filter((line): line is Line => line !== null);
  }
}

/** Yields the batches of every exported collection. */
function* exportedCollections(person: Person): Generator<[string, AsyncIterable<readonly Line[]>]> {
  for (const [name, rows] of personalCollections)
    if (rows.shown !== null) yield [name, exportRows(rows, rows.shown, person)];
  yield [tenantCollection, exportRecipients(person)];
  yield [auditCollection, exportAudit(person)];
}

/** Writes the lines of one collection, each once, with a comma between them. */
async function* writeLines(batches: AsyncIterable<readonly Line[]>): AsyncGenerator<string> {
  const written = new Set<unknown>();
  const turn = takeTurns();
  for await (const batch of batches) {
    let text = '';
    for (const line of batch) {
      if (written.has(line.id)) continue;
      await turn();
      text += `${written.size === 0 ? '' : ','}${JSON.stringify(line)}`;
      written.add(line.id);
    }
    if (text !== '') yield text;
  }
}

/**
 * Streams all stored data of a person as the JSON of a `DataExport` in its envelope. A person may have tens of
 * thousands of rows. Memory holds one batch at a time.
 */
export async function* writeExport(person: Person): AsyncGenerator<string> {
  yield `{"dataExport":{"userId":${JSON.stringify(person.userId)},"collections":{`;
  let comma = '';
  for (const [name, batches] of exportedCollections(person)) {
    yield `${comma}${JSON.stringify(name)}:[`;
    yield* writeLines(batches);
    yield ']';
    comma = ',';
  }
  yield '}}}';
}
