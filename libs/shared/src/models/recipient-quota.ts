import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** SHA-256 of the tenant and the recipient: the e-mail in the form in which it is compared, or the phone (E.164). */
  _id: field.text,
  tenantId: field.text,
  /** The messages that were queued last, the newest first, as many as the limits look at. */
  sent: field.listOf({ at: field.date }),
  /** The newest one no longer counts then; the row is removed. */
  expiresAt: field.date,
};

/** The messages of a tenant to one recipient, so that nobody is sent too many (`recipients/count-messages.ts`). */
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
