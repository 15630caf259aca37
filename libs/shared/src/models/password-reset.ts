import { core } from '@pas/platform/mongo/connections';
import { defineModel, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** `rst_…` */
  _id: field.text,
  accountId: field.text,
  /** The addressed resident, and the tenant that records the reset. */
  userId: field.text,
  tenantId: field.text,
  /** SHA-256 of the token in the mail, hex; null until the mail is written. The token itself is stored nowhere. */
  tokenHash: field.textOrNull,
  requestedAt: field.date,
  /** An hour after the request. The row stays for a week, so that its link reports its expiry. */
  expiresAt: field.date,
  sentAt: field.dateOrNull,
  /** Time at which this link or a later one set a new password, or the signed-in person changed it. */
  usedAt: field.dateOrNull,
};

/** A link with which a person may set a new password once. */
export type PasswordResetRow = RowOf<typeof fields>;

export const PasswordResetModel = defineModel('PasswordReset', {
  connection: core,
  collection: 'password_resets',
  readers: [],
  writers: {
    admin: ['remove'],
    'admin-workers': ['update', 'remove'],
    resident: ['insert', 'update'],
    webhooks: ['update'],
  },
  isTenantOwned: false,
  fields,
  indexes: [
    { fields: { tokenHash: 1 }, options: { unique: true, ...whereText('tokenHash') } },
    { fields: { accountId: 1 } },
    { fields: { expiresAt: 1 }, options: { expireAfterSeconds: 7 * 24 * 3600 } },
  ],
});
