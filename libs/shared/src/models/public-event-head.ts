import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** The tenant's id. */
  _id: field.text,
  /** Position of the newest event. */
  seq: field.number,
};

/**
 * The end of a tenant's public events. Every transaction that appends events moves it. So two of them commit in
 * order, and no event appears behind one that was already read.
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
