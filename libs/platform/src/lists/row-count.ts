import { core } from '../mongo/connections.ts';
import { rowCountFields } from '../mongo/count-ledger.ts';
import { defineModel } from '../mongo/define-model.ts';

/** How many rows each tenant has in the counted collections; written in the same transaction as those rows. */
export const RowCountModel = defineModel('RowCount', {
  connection: core,
  collection: 'row_counts',
  readers: [],
  writers: {
    admin: ['insert', 'remove'],
    'admin-workers': ['insert', 'remove'],
    resident: ['insert', 'remove'],
    'core-mobile': ['insert', 'remove'],
    webhooks: ['insert', 'remove'],
  },
  isTenantOwned: true,
  fields: rowCountFields,
  indexes: [{ fields: { tenantId: 1, rowsOf: 1 } }],
});
