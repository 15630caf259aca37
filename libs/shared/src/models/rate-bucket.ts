import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** The lineage of the key and the length of its window in seconds: `key_…:60`. */
  _id: field.text,
  /** The number of the newest slot, counted from the epoch in slots of a twentieth of the window. */
  slot: field.number,
  /** Used tokens by slot, the newest slot first. */
  used: field.json<number[]>(),
  /** The tokens that gateways hold to admit requests without a call. After `until` they count as used. */
  leases: field.listOf({ holder: field.text, tokens: field.number, until: field.date }),
  /** The answer to the last call. */
  grant: field.json<{ admitted: number; leased: number; left: number; atMs: number }>(),
  /** After that nothing of the row is within the window. */
  expiresAt: field.date,
};

/**
 * How many requests the keys of one lineage have made in a window, and which tokens gateways hold for requests to come.
 */
export type RateBucketRow = RowOf<typeof fields>;

export const RateBucketModel = defineModel('RateBucket', {
  connection: control,
  collection: 'rate_buckets',
  readers: [],
  writers: { gateway: ['insert', 'update'] },
  isTenantOwned: false,
  fields,
  indexes: [{ fields: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } }],
});
