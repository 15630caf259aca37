import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** The tenant's id. */
  _id: field.text,
  seq: field.number,
  hash: field.text,
};

/** The end of a tenant's audit chain. Sealing is a compare-and-set on it, so two sealers cannot both append. */
export type AuditHeadRow = RowOf<typeof fields>;

export const AuditHeadModel = defineModel('AuditHead', {
  connection: core,
  collection: 'audit_heads',
  readers: ['admin'],
  writers: { 'admin-workers': ['insert', 'update'] },
  isTenantOwned: false,
  fields,
  indexes: [],
});
