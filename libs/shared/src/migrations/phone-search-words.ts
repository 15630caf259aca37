import type { Migration } from '@pas/platform/migrations/migration';
import { core } from '@pas/platform/mongo/connections';
import { phoneWords } from '../contacts/phone-search.ts';

/** Collections with phone numbers, and the field of the number. */
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
  searchWords?: string[];
  [field: string]: string | string[] | undefined;
}

/**
 * Returns the missing search words of a row's phone. A row with all words gets none, so that a later pass writes
 * nothing.
 */
function lackingWords({ searchWords = [], ...row }: PhoneRow, phoneField: string): string[] {
  const phone = row[phoneField];
  if (typeof phone !== 'string') return [];
  const words = phoneWords(phone);
  return words.every((word) => searchWords.includes(word)) ? [] : words;
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
    .find(
      { _id: { $gt: after } },
      { projection: { tenantId: 1, searchWords: 1, [phoneField]: 1 }, limit: batchSize },
    )
    .sort({ _id: 1 })
    .toArray();
  const updates = found.flatMap((row) => {
    const words = lackingWords(row, phoneField);
    if (words.length === 0) return [];
    const filter = { _id: row._id, tenantId: row.tenantId, [phoneField]: row[phoneField] };
    return [{ updateOne: { filter, update: { $addToSet: { searchWords: { $each: words } } } } }];
  });
  const changed =
    updates.length === 0 ? 0 : (await rows.bulkWrite(updates as never, { ordered: false })).modifiedCount;
  const last = found.at(-1)?._id;
  const position = last === undefined ? `${index + 1}|` : `${index}|${last}`;
  return { position, examined: found.length, changed };
}

/** Lets `q` find phone numbers by their digits. Search words are internal, so versions stay unchanged. */
export function phoneSearchWords(id: string): Migration {
  return {
    id,
    summary: 'lets q find users, invites and numbers by the digits of their phone',
    runBatch: async (position) => runPlace(parsePosition(position)),
  };
}
