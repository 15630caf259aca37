import { core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';
import { field } from '../mongo/fields.ts';

/**
 * How often a consumer has failed at an event. The count is kept here, because the bus's own count of deliveries also
 * grows with every crash and whenever a store was unavailable.
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
  readers: [],
  writers: {
    'admin-workers': ['insert', 'update', 'remove'],
    'core-mobile': ['insert', 'update', 'remove'],
    webhooks: ['insert', 'update', 'remove'],
    cli: ['remove'],
  },
  isTenantOwned: false,
  fields,
  indexes: [{ fields: { updatedAt: 1 }, options: { expireAfterSeconds: ttlSeconds } }],
});
