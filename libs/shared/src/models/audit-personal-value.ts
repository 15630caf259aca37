import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** The digest of salt and value, as `personalDigest` makes it. */
  _id: field.text,
  tenantId: field.text,
  salt: field.text,
  value: field.json<unknown>(),
  createdAt: field.date,
};

/** A personal value of a digest in the audit chain. Erasing the row removes the value, but not the record. */
export type AuditPersonalValueRow = RowOf<typeof fields>;

export const AuditPersonalValueModel = defineModel('AuditPersonalValue', {
  connection: core,
  collection: 'audit_personal_values',
  readers: [],
  writers: {
    admin: ['insert', 'remove'],
    'admin-workers': ['insert', 'remove'],
    resident: ['insert'],
    'core-mobile': ['insert'],
    webhooks: ['insert'],
  },
  isTenantOwned: true,
  fields,
  indexes: [{ fields: { tenantId: 1, createdAt: 1 } }],
});
