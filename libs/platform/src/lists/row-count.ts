import { core } from '../mongo/connections.ts';
import { rowCountFields } from '../mongo/count-ledger.ts';
import { defineModel } from '../mongo/define-model.ts';

/** Number of rows of each tenant in the counted collections. It is written in the same transaction as the rows. */
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
