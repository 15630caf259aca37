import { core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';
import { field, type RowOf } from '../mongo/fields.ts';

const fields = {
  /** The migration's id, such as `0001-unit-label-keys`. */
  _id: field.text,
  state: field.oneOf('RUNNING', 'DONE'),
  /** The start of the next batch; null at the first row and after the end. */
  position: field.textOrNull,
  startedAt: field.date,
  finishedAt: field.dateOrNull,
  /** End of the last follow-up pass, which looks for rows that the previous release has written meanwhile. */
  checkedAt: field.dateOrNull,
  /** Rows of the finished batches. An interrupted batch is repeated and counted once. */
  examined: field.number,
  changed: field.number,
};

/** The ledger's entry about one migration: whether it has run, when, and on how many rows. */
export type MigrationRow = RowOf<typeof fields>;

export const MigrationModel = defineModel('Migration', {
  connection: core,
  collection: 'migrations',
  readers: ['admin', 'resident', 'core-mobile', 'webhooks', 'cli'],
  writers: { 'admin-workers': ['insert', 'update'] },
  isTenantOwned: false,
  fields,
  indexes: [],
});
