import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** The lineage of the key and the length of its window in seconds: `key_…:60`. */
  _id: field.text,
  /** Number of the newest slot since the epoch. A slot is a twentieth of the window. */
  slot: field.number,
  /** Used tokens by slot, the newest slot first. */
  used: field.json<number[]>(),
  /** Tokens that gateways hold, to admit requests without a query. They count as used after `until`. */
  leases: field.listOf({ holder: field.text, tokens: field.number, until: field.date }),
  /** The answer to the last call. */
  grant: field.json<{ admitted: number; leased: number; left: number; atMs: number }>(),
  /** Time after which the row has no use within the window. */
  expiresAt: field.date,
};

/** Used tokens of a key lineage within a window, and the tokens that gateways hold for further requests. */
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
