import { core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';

/**
 * How often a consumer has failed at an event. The count stands here and not with the bus, whose own count of deliveries
 * also grows by every crash and every time that a store was away.
 */
export interface EventFailureRow {
  /** `<durable>:<event id>`. */
  _id: string;
  attempts: number;
  /** The message of the last failure. */
  reason: string;
  updatedAt: Date;
}

/** Longer than any stream keeps the event. */
const ttlSeconds = 31 * 24 * 3600;

export const EventFailureModel = defineModel<EventFailureRow>('EventFailure', {
  connection: core,
  collection: 'event_failures',
  writers: ['admin'],
  isTenantOwned: false,
  fields: {
    _id: { type: String, required: true },
    attempts: { type: Number, required: true },
    reason: { type: String, required: true },
    updatedAt: { type: Date, required: true },
  },
  indexes: [{ fields: { updatedAt: 1 }, options: { expireAfterSeconds: ttlSeconds } }],
});
