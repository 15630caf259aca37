import type { Connection, Model } from 'mongoose';
import { control, core } from '../mongo/connections.ts';
import { defineModel, whereText } from '../mongo/define-model.ts';
import type { Access } from '../mongo/grants.ts';
import { field, type RowOf } from '../mongo/fields.ts';

const fields = {
  /** A digest of the caller, the method, the path and the key. */
  _id: field.text,
  /** `platform` where the caller acts in no tenant. */
  tenantId: field.text,
  /** A digest of the parsed input: the same key with another one is a mistake. */
  inputHash: field.text,
  /** Null within the transaction that does the work; with its commit there is an answer. */
  reply: field.groupOrNull({ status: field.number, body: field.text }),
  /** The ids that the answer shows, so that it is found when personal values are erased. Missing in older rows. */
  names: field.textList,
  /** MongoDB removes the row some time after this. */
  expiresAt: field.date,
};

/** A request that came with an `Idempotency-Key`, and its answer once there is one. */
export type IdempotentRequestRow = RowOf<typeof fields>;

const verbs = ['insert', 'update', 'remove'] as const;

const define = (
  name: string,
  connection: Connection,
  writers: Access['writers'],
): Model<IdempotentRequestRow> =>
  defineModel(name, {
    connection,
    collection: 'idempotent_requests',
    readers: [],
    writers,
    isTenantOwned: true,
    fields,
    indexes: [
      { fields: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
      { fields: { tenantId: 1, names: 1 }, options: whereText('names') },
    ],
  });

/** Requests whose effect stands in the environment's database. */
export const IdempotentRequestModel = define('IdempotentRequest', core, {
  admin: verbs,
  'admin-workers': ['update'],
  'core-mobile': verbs,
});

/** Requests whose effect stands in the control database: an answer is kept where its effect is. */
export const ControlIdempotentRequestModel = define('ControlIdempotentRequest', control, {
  admin: verbs,
  'admin-workers': ['update'],
});
