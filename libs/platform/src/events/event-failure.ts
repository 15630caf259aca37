import { core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';
import { field } from '../mongo/fields.ts';

/**
 * How often a consumer has failed at an event. The count stands here and not with the bus, whose own count of deliveries
 * also grows by every crash and every time that a store was away.
 */
const fields = {
  /** `<durable>:<event id>`. */
  _id: field.text,
  attempts: field.number,
  /** The message of the last failure. */
  reason: field.text,
  updatedAt: field.date,
};

/** Longer than any stream keeps the event. */
const ttlSeconds = 31 * 24 * 3600;

export const EventFailureModel = defineModel('EventFailure', {
  connection: core,
  collection: 'event_failures',
  writers: ['admin'],
  isTenantOwned: false,
  fields,
  indexes: [{ fields: { updatedAt: 1 }, options: { expireAfterSeconds: ttlSeconds } }],
});
