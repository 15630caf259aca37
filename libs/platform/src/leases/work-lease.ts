import { core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';
import type { WorkLeaseRow } from './lease.ts';

/** Who of several replicas does what only one has to do. */
export const WorkLeaseModel = defineModel<WorkLeaseRow>('WorkLease', {
  connection: core,
  collection: 'work_leases',
  writers: ['admin'],
  isTenantOwned: false,
  fields: {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    until: { type: Date, required: true },
  },
  indexes: [],
});
