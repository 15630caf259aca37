import type { Migration } from '@pas/platform/migrations/migration';
import { core } from '@pas/platform/mongo/connections';

/** Rows that a batch reads. */
const batchSize = 2000;

/** Signed-up people of earlier releases with an unproved phone. */
const lacking = {
  claimedPhone: { $exists: false },
  accountId: { $type: 'string' },
  phone: { $type: 'string' },
  $expr: { $ne: ['$phone', '$verifiedPhone'] },
};

async function runBatch(position: string | null) {
  if (!core.db) throw new Error('Migrations need an open database.');
  const users = core.db.collection<{ _id: string }>('users');
  const after = position ?? '';
  const ids = await users
    .find({ _id: { $gt: after } }, { projection: { _id: 1 }, limit: batchSize })
    .sort({ _id: 1 })
    .toArray();
  const last = ids.at(-1)?._id;
  if (last === undefined) return null;
  const claimed = [{ $set: { claimedPhone: '$phone' } }];
  const found = await users.updateMany({ _id: { $gt: after, $lte: last }, ...lacking }, claimed);
  return { position: last, examined: ids.length, changed: found.modifiedCount };
}

/** Keeps calls from ringing unconfirmed phones. Earlier releases did not record the origin of a phone. */
export function claimedPhones(id: string): Migration {
  return { id, summary: 'keeps calls from phones that residents have only typed in', runBatch };
}
