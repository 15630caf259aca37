import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...tenantFields,
  userId: field.text,
  kind: field.oneOf('EMAIL_CHANGED', 'PASSKEY_ADDED'),
  /** The address that gets the notice: for a changed e-mail, the old one. */
  to: field.text,
  sentAt: field.dateOrNull,
  /** A week after the change; the row is removed then. */
  expiresAt: field.date,
};

/** A mail that tells the owner of an account about a change of its credentials. */
export type AccountNoticeRow = RowOf<typeof fields>;

export const AccountNoticeModel = defineModel('AccountNotice', {
  connection: core,
  collection: 'account_notices',
  readers: [],
  writers: { admin: ['remove'], 'admin-workers': ['update', 'remove'], resident: ['insert'] },
  isTenantOwned: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, userId: 1 } },
    { fields: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});
