import type { Migration } from '@pas/platform/migrations/migration';
import { core } from '@pas/platform/mongo/connections';

/** Rows that a batch reads. */
const batchSize = 2000;

const wasHeld = { $or: [{ $eq: ['$$this.endsAt', null] }, { $gt: ['$$this.endsAt', '$$this.startsAt'] }] };

/** Users of releases without FORMER users, with a residence that has an end. */
const lacking = {
  formerDueAt: { $exists: false },
  isLive: true,
  status: { $in: ['INVITED', 'ACTIVE'] },
  'residences.endsAt': { $type: 'date' },
};

/** Computes the due time as `formerStateOf` does: the latest end, and null if a residence has none. */
const dueTime = [
  { $set: { formerDueAt: { $filter: { input: '$residences', cond: wasHeld } } } },
  {
    $set: {
      formerDueAt: { $cond: [{ $in: [null, '$formerDueAt.endsAt'] }, null, { $max: '$formerDueAt.endsAt' }] },
    },
  },
];

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
  const found = await users.updateMany({ _id: { $gt: after, $lte: last }, ...lacking }, dueTime);
  return { position: last, examined: ids.length, changed: found.modifiedCount };
}

/** Stores the end of a user's last residence. The sweeper then makes the due users FORMER. */
export function formerDueTimes(id: string): Migration {
  return { id, summary: 'notes when users with ended residences become FORMER', runBatch };
}
