import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** SHA-256 of the tenant and the recipient, which is the e-mail's comparable form or the phone (E.164). */
  _id: field.text,
  tenantId: field.text,
  /** The last queued messages, the newest first, as many as the limits need. */
  sent: field.listOf({ at: field.date }),
  /** Time at which the newest message no longer counts. The row is removed then. */
  expiresAt: field.date,
};

/** The messages of a tenant to one recipient, for the limits of `recipients/count-messages.ts`. */
export type RecipientQuotaRow = RowOf<typeof fields>;

export const RecipientQuotaModel = defineModel('RecipientQuota', {
  connection: core,
  collection: 'recipient_quotas',
  readers: [],
  writers: {
    admin: ['insert', 'update'],
    'admin-workers': ['insert', 'update'],
    resident: ['insert', 'update'],
  },
  isTenantOwned: true,
  fields,
  indexes: [{ fields: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } }],
});
