import { core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';
import { field, type RowOf } from '../mongo/fields.ts';

const fields = {
  /** The name of the lease. */
  _id: field.text,
  holder: field.text,
  until: field.date,
};

/** A right that one process at a time holds, until it releases it or stops renewing it. */
export type WorkLeaseRow = RowOf<typeof fields>;

/** The lease that decides which of several replicas does the work. */
export const WorkLeaseModel = defineModel('WorkLease', {
  connection: core,
  collection: 'work_leases',
  readers: [],
  writers: {
    'admin-workers': ['insert', 'update', 'remove'],
    webhooks: ['insert', 'update', 'remove'],
  },
  isTenantOwned: false,
  fields,
  indexes: [],
});
