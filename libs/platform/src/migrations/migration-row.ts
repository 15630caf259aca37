import { core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';
import { field, type RowOf } from '../mongo/fields.ts';

const fields = {
  /** The migration's id, such as `0001-unit-label-keys`. */
  _id: field.text,
  state: field.oneOf('RUNNING', 'DONE'),
  /** Where the next batch begins; null at the first row and once it is done. */
  position: field.textOrNull,
  startedAt: field.date,
  finishedAt: field.dateOrNull,
  /** When a pass after the first one ended: it looks for rows that the release before wrote meanwhile. */
  checkedAt: field.dateOrNull,
  /** Rows of the batches that are done. A batch that was cut off is done again and counted once. */
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
