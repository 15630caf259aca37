import { isDeepStrictEqual } from 'node:util';
import { takeTurns } from '@pas/platform/concurrency/take-turns';
import type { Person } from './person.ts';
import type { PersonalRows } from './personal-rows.ts';
import { walkRows, type StoredRow } from './walk-rows.ts';

/** Returns the filter of one row. Rows without a tenant are found by id only. */
const filterOf = ({ _id, tenantId }: StoredRow): object => ({
  _id,
  ...(typeof tenantId === 'string' && { tenantId }),
});

/**
 * Returns the fields to write to an erased row. A row with a version gets the next one, because clients see the
 * change.
 */
function fieldsOf(row: StoredRow, fields: object, now: Date): object {
  const { version } = row;
  return typeof version === 'number' ? { ...fields, version: version + 1, updatedAt: now } : fields;
}

function stepOf(row: StoredRow, outcome: object | 'remove' | null, now: Date): object[] {
  if (outcome === null) return [];
  if (outcome === 'remove') return [{ deleteOne: { filter: filterOf(row) } }];
  const changed = Object.entries(outcome).some(
    ([name, value]) => !isDeepStrictEqual(row[name] ?? null, value),
  );
  if (!changed) return [];
  return [{ updateOne: { filter: filterOf(row), update: { $set: fieldsOf(row, outcome, now) } } }];
}

/**
 * Erases the personal values in the rows of one collection. Erased rows stay unchanged, so the function is
 * idempotent.
 *
 * @returns the number of changed or removed rows
 */
export async function eraseRows(rows: PersonalRows, person: Person, now: Date): Promise<number> {
  const { erase, model } = rows;
  if (erase === null) return 0;
  const turn = takeTurns();
  let count = 0;
  for await (const batch of walkRows(rows, rows.find(person))) {
    const steps: object[] = [];
    for (const row of batch) {
      await turn();
      steps.push(...stepOf(row, erase(row, person), now));
    }
    if (steps.length > 0) await model.collection.bulkWrite(steps as never, { ordered: false });
    count += steps.length;
  }
  return count;
}
