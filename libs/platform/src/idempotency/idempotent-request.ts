import type { Connection, Model } from 'mongoose';
import { control, core } from '../mongo/connections.ts';
import { defineModel, whereText } from '../mongo/define-model.ts';
import type { Access } from '../mongo/grants.ts';
import { field, type RowOf } from '../mongo/fields.ts';

const fields = {
  /** A digest of the caller, the method, the path and the key. */
  _id: field.text,
  /** `platform` if the caller acts in no tenant. */
  tenantId: field.text,
  /** A digest of the parsed input. The same key with another input is refused. */
  inputHash: field.text,
  /** Null until the transaction of the work stores the answer before its commit. */
  reply: field.groupOrNull({ status: field.number, body: field.text }),
  /** The ids in the answer, by which an erasure of personal values finds it. */
  names: field.textList,
  /** MongoDB removes the row some time after this. */
  expiresAt: field.date,
};

/** A request with an `Idempotency-Key`, and its answer after the commit. */
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

/** Requests whose effect is in the environment's database. */
export const IdempotentRequestModel = define('IdempotentRequest', core, {
  admin: verbs,
  'admin-workers': ['update'],
  'core-mobile': verbs,
  resident: verbs,
});

/** Requests whose effect is in the control database. An answer is stored in the database of its effect. */
export const ControlIdempotentRequestModel = define('ControlIdempotentRequest', control, {
  admin: verbs,
  'admin-workers': ['update'],
});
