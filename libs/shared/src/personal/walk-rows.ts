import type { PersonalRows } from './personal-rows.ts';
import type { Person } from './person.ts';

/** Rows in one statement. */
const batchSize = 500;

/** A stored row, of whatever collection. */
export interface StoredRow {
  _id: string;
  [field: string]: unknown;
}

/**
 * Reads the rows of one collection that belong to a person, in batches of bounded size, in the order of their ids. A row
 * that two filters find comes twice.
 */
export async function* walkRows(
  { model, find }: PersonalRows,
  person: Person,
): AsyncGenerator<readonly StoredRow[]> {
  for (const filter of find(person))
    for (let after = ''; ;) {
      const page = { ...filter, _id: pageOf(filter, after) };
      const rows = await model
        .find(page as never)
        .sort({ _id: 1 })
        .limit(batchSize)
        .lean<StoredRow[]>();
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) break;
      after = rows.at(-1)?._id ?? '';
    }
}

/** The condition on the ids of a page: those that the filter names, and that are behind the page before. */
function pageOf(filter: object, after: string): object {
  const { _id: named } = filter as { _id?: unknown };
  if (named === undefined) return { $gt: after };
  return typeof named === 'string' ? { $eq: named, $gt: after } : { ...(named as object), $gt: after };
}
