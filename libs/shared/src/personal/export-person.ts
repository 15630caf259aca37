import type { Person } from './person.ts';
import { exportAudit } from './person-in-audit.ts';
import { auditCollection, personalCollections } from './personal-data.ts';
import { walkRows } from './walk-rows.ts';

/** Everything that is kept of a person, by collection. */
export type PersonExport = Record<string, Record<string, unknown>[]>;

/** Reads everything that is kept of a person, in batches: the rows without secrets and hashes. */
export async function exportPerson(person: Person): Promise<PersonExport> {
  const collections: PersonExport = {};
  for (const [name, rows] of personalCollections) {
    const { shown } = rows;
    if (shown === null) continue;
    const found = new Map<string, Record<string, unknown> | null>();
    for await (const batch of walkRows(rows, person))
      for (const row of batch) found.set(row._id, shown(row, person));
    collections[name] = [...found.values()].filter((line) => line !== null);
  }
  collections[auditCollection] = await exportAudit(person);
  return collections;
}
