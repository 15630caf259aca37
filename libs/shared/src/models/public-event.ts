import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { publicEventTypes } from '../events/public-types.ts';

/** Retention of events for integrators, in days. */
export const publicEventDays = 30;

const fields = {
  /** The id of the event on the bus, which is also the `webhook-id`. */
  _id: field.text,
  tenantId: field.text,
  /** Position of the event in its tenant's order, from 1 without a gap. */
  seq: field.number,
  type: field.oneOf(...publicEventTypes),
  /** The entity of the event. Its data is read when the event is shown, and never stored here. */
  entityId: field.text,
  /** The properties of the event; null for the whole tenant. */
  propertyIds: field.textListOrNull,
  /** Time of the event. */
  occurredAt: field.date,
  /** Time at which it got its position. */
  createdAt: field.date,
  correlationId: field.text,
};

/** An event as integrators get it. */
export type PublicEventRow = RowOf<typeof fields>;

export const PublicEventModel = defineModel('PublicEvent', {
  connection: core,
  collection: 'public_events',
  readers: ['admin'],
  writers: { 'admin-workers': ['insert'] },
  isTenantOwned: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, type: 1, seq: 1 } },
    { fields: { createdAt: 1 }, options: { expireAfterSeconds: publicEventDays * 24 * 3600 } },
  ],
});
