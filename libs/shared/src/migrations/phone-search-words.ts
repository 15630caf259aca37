import type { Migration } from '@pas/platform/migrations/migration';
import { core } from '@pas/platform/mongo/connections';
import { phoneWords } from '../contacts/phone-search.ts';

/** The collections whose rows have a phone number, and the field in which it stands. */
const places = [
  { collection: 'users', phoneField: 'phone' },
  { collection: 'invites', phoneField: 'inviteePhone' },
  { collection: 'virtual_numbers', phoneField: 'number' },
] as const;

/** Rows that a batch reads. */
const batchSize = 2000;

interface PhoneRow {
  _id: string;
  tenantId: string;
  [field: string]: string;
}

interface Place {
  index: number;
  after: string;
}

const parsePosition = (position: string | null): Place => {
  const [index = '0', after = ''] = position?.split('|') ?? [];
  return { index: Number(index), after };
};

async function runPlace({ index, after }: Place) {
  const place = places[index];
  if (!place) return null;
  if (!core.db) throw new Error('Migrations need an open database.');
  const { collection, phoneField } = place;
  const rows = core.db.collection<PhoneRow>(collection);
  const found = await rows
    .find({ _id: { $gt: after } }, { projection: { tenantId: 1, [phoneField]: 1 }, limit: batchSize })
    .sort({ _id: 1 })
    .toArray();
  const updates = found
    .filter((row) => typeof row[phoneField] === 'string')
    .map((row) => ({
      updateOne: {
        filter: { _id: row._id, tenantId: row.tenantId, [phoneField]: row[phoneField] },
        update: { $addToSet: { searchWords: { $each: phoneWords(row[phoneField] ?? null) } } },
      },
    }));
  const changed =
    updates.length === 0 ? 0 : (await rows.bulkWrite(updates as never, { ordered: false })).modifiedCount;
  const last = found.at(-1)?._id;
  const position = last === undefined ? `${index + 1}|` : `${index}|${last}`;
  return { position, examined: found.length, changed };
}

/** Lets `q` find phone numbers by their digits. Nobody sees the words, so versions stay as they are. */
export function phoneSearchWords(id: string): Migration {
  return {
    id,
    summary: 'lets q find users, invites and numbers by the digits of their phone',
    runBatch: async (position) => runPlace(parsePosition(position)),
  };
}
