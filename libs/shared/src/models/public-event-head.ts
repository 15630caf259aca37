import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** A restore from a backup, in the order of a tenant's events. */
export interface EventRestore {
  /** Cursors that were issued later have it; 1 to 12 digits or lower-case letters. */
  id: string;
  /** The last restored position. Later ones of earlier cursors are lost. */
  seq: number;
}

const fields = {
  /** The tenant's id. */
  _id: field.text,
  /** Position of the newest event. */
  seq: field.number,
  /** Restores from a backup, oldest first; null before the first one. */
  restores: field.jsonOrNull<EventRestore[]>(),
};

/**
 * The end of a tenant's public events. Every transaction that appends events moves it. So two of them commit in
 * order, and no event appears before one that was already read.
 */
export type PublicEventHeadRow = RowOf<typeof fields>;

export const PublicEventHeadModel = defineModel('PublicEventHead', {
  connection: core,
  collection: 'public_event_heads',
  readers: ['admin'],
  writers: { 'admin-workers': ['insert', 'update'] },
  isTenantOwned: false,
  fields,
  indexes: [],
});
