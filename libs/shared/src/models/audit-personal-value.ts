import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';

/** A personal value that the audit chain knows by its digest only. Erasing the row forgets the value, not the deed. */
export interface AuditPersonalValueRow {
  /** The digest of salt and value, as `personalDigest` makes it. */
  _id: string;
  tenantId: string;
  salt: string;
  value: unknown;
  createdAt: Date;
}

export const AuditPersonalValueModel = defineModel<AuditPersonalValueRow>('AuditPersonalValue', {
  connection: core,
  collection: 'audit_personal_values',
  writers: ['admin', 'resident'],
  isTenantOwned: true,
  fields: {
    _id: { type: String, required: true },
    tenantId: { type: String, required: true },
    salt: { type: String, required: true },
    value: { type: Object, required: true },
    createdAt: { type: Date, required: true },
  },
  indexes: [{ fields: { tenantId: 1, createdAt: 1 } }],
});
