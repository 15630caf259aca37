import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** Retention of answers, in days. */
const keptDays = 3;

const fields = {
  /** The id of the attempt. */
  _id: field.text,
  tenantId: field.text,
  /** The first kilobyte of the answer's body, as text. Receivers may write personal values into it. */
  body: field.text,
  createdAt: field.date,
};

/** The answer of an endpoint to an attempt; no row for an answer without a body. */
export type WebhookAnswerRow = RowOf<typeof fields>;

export const WebhookAnswerModel = defineModel('WebhookAnswer', {
  connection: core,
  collection: 'webhook_answers',
  readers: [],
  writers: { admin: ['update'], 'admin-workers': ['insert', 'update'] },
  isTenantOwned: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, _id: 1 } },
    { fields: { createdAt: 1 }, options: { expireAfterSeconds: keptDays * 24 * 3600 } },
  ],
});
