// Keeps the residents of a building as a roster has them, and prints the changes since the last run.
//   PAS_URL=… PAS_API_KEY=… node sync-roster.ts <property id> roster.json [time of the last change]
import { readFile } from 'node:fs/promises';
import { ApiError, createAdminClient } from '@pas/client';

interface Resident {
  id: string;
  unit: string;
  firstName: string;
  lastName: string;
  email: string;
}

const [propertyId = '', file = '', since] = process.argv.slice(2);
const { PAS_URL: baseUrl = '', PAS_API_KEY: apiKey = '' } = process.env;
const client = createAdminClient({ baseUrl, apiKey, reason: 'nightly roster' });
const roster = JSON.parse(await readFile(file, 'utf8')) as Resident[];

for (const { id, unit, ...person } of roster) {
  try {
    const { id: unitId } = await client.units.ensure({ propertyId, label: unit });
    await client.users.putByExternalId(id, { kind: 'RESIDENT', ...person, residence: { unitId } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error(`${id}: ${error.message}`, error.fields);
  }
}

let [count, last] = [0, since];
for await (const change of client.users.changes({ propertyId, ...(since && { since }) })) {
  count += 1;
  last = change.at;
}
console.log(JSON.stringify({ synced: roster.length, changes: count, next: last }));
