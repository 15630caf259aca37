import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** The id of the erased user. */
  _id: field.text,
  tenantId: field.text,
  /** RUNNING: rows are being erased. DONE: one more pass follows after a minute, for concurrent changes. */
  status: field.oneOf('RUNNING', 'DONE'),
  requestedAt: field.date,
  /**
   * Ids and values that find the person. The values are removed at the end of the erasure. Null after the last pass.
   */
  person: field.jsonOrNull<object>(),
  /** The finished collections, with the number of changed or removed rows. */
  counts: field.listOf({ name: field.text, rows: field.number }),
  account: field.oneOf('NONE', 'ERASED', 'KEPT'),
  erasedAt: field.dateOrNull,
  /** Time of the next pass of a worker; null if nothing is left to do. */
  dueAt: field.dateOrNull,
};

/**
 * An erasure of a person's values. The row stays, so that the erasure can be repeated on a database restored from a
 * backup.
 */
export type ErasureRow = RowOf<typeof fields>;

export const ErasureModel = defineModel('Erasure', {
  connection: core,
  collection: 'erasures',
  readers: [],
  writers: { admin: ['insert', 'update'], 'admin-workers': ['update'], cli: ['insert', 'update'] },
  isTenantOwned: true,
  fields,
  crossTenantReads: { 'due-erasures': 'dueAt_1', 'all-erasures': 'requestedAt_1' },
  indexes: [
    { fields: { dueAt: 1 }, options: { partialFilterExpression: { dueAt: { $type: 'date' } } } },
    { fields: { requestedAt: 1 } },
  ],
});
