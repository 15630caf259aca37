import { core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';
import { field } from '../mongo/fields.ts';

/**
 * Number of failures of a consumer at an event. The bus's own count of deliveries would not do. It also grows with
 * every crash and every outage of a store.
 */
const fields = {
  /** `<durable>:<event id>`. */
  _id: field.text,
  attempts: field.number,
  /** The message of the last failure. */
  reason: field.text,
  updatedAt: field.date,
};

/** The life of a count, which exceeds that of the event in any stream. */
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
