import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';

/** The end of a tenant's audit chain. Sealing is a compare-and-set on it, so two sealers can't both append. */
export interface AuditHeadRow {
  /** The tenant's id. */
  _id: string;
  seq: number;
  hash: string;
}

export const AuditHeadModel = defineModel<AuditHeadRow>('AuditHead', {
  connection: core,
  collection: 'audit_heads',
  writers: ['admin'],
  isTenantOwned: false,
  fields: {
    _id: { type: String, required: true },
    seq: { type: Number, required: true },
    hash: { type: String, required: true },
  },
  indexes: [],
});
