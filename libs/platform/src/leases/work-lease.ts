import { core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';
import { field, type RowOf } from '../mongo/fields.ts';

const fields = {
  /** What the lease is for. */
  _id: field.text,
  holder: field.text,
  until: field.date,
};

/** A right that one process at a time has, until it gives it back or stops renewing it. */
export type WorkLeaseRow = RowOf<typeof fields>;

/** The lease that decides which of several replicas does the work. */
export const WorkLeaseModel = defineModel('WorkLease', {
  connection: core,
  collection: 'work_leases',
  readers: [],
  writers: { 'admin-workers': ['insert', 'update', 'remove'] },
  isTenantOwned: false,
  fields,
  indexes: [],
});
