import type { Connection, Model } from 'mongoose';
import { control, core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';

/** A request that came with an `Idempotency-Key`, and its answer once there is one. */
export interface IdempotentRequestRow {
  /** A digest of who asked for what under which key. */
  _id: string;
  /** `platform` where the caller acts in no tenant. */
  tenantId: string;
  /** A digest of the parsed input: the same key with another one is a mistake. */
  inputHash: string;
  /** Null within the transaction that does the work; with its commit there is an answer. */
  reply: { status: number; body: string } | null;
  /** MongoDB removes the row some time after this. */
  expiresAt: Date;
}

const define = (name: string, connection: Connection): Model<IdempotentRequestRow> =>
  defineModel<IdempotentRequestRow>(name, {
    connection,
    collection: 'idempotent_requests',
    writers: ['admin'],
    isTenantOwned: true,
    fields: {
      _id: { type: String, required: true },
      tenantId: { type: String, required: true },
      inputHash: { type: String, required: true },
      reply: { type: Object, default: null },
      expiresAt: { type: Date, required: true },
    },
    indexes: [{ fields: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } }],
  });

/** Requests whose effect stands in the environment's database. */
export const IdempotentRequestModel = define('IdempotentRequest', core);

/** Requests whose effect stands in the control database: an answer is kept where its effect is. */
export const ControlIdempotentRequestModel = define('ControlIdempotentRequest', control);
