import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** The id of the erased user. */
  _id: field.text,
  tenantId: field.text,
  /**
   * RUNNING: rows are being erased. DONE: once more after a minute, for what was under way at the time, then nothing is
   * due.
   */
  status: field.oneOf('RUNNING', 'DONE'),
  requestedAt: field.date,
  /** Where the person is found; its values are removed with the end of the erasure. Null once all is done. */
  person: field.jsonOrNull<object>(),
  /** The collections that are done, with the number of rows that were changed or removed. */
  counts: field.listOf({ name: field.text, rows: field.number }),
  account: field.oneOf('NONE', 'ERASED', 'KEPT'),
  erasedAt: field.dateOrNull,
  /** When a worker goes on with it; null where nothing is left to do. */
  dueAt: field.dateOrNull,
};

/**
 * A person whose values were erased. The row stays, so that the erasure can be applied again to a database that was
 * restored from a backup.
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
