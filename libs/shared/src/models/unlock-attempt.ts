import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...tenantFields,
  accessPointId: field.text,
  propertyId: field.text,
  /** The controller of the door at the time of the attempt. */
  controller: field.group({ adapter: field.oneOf('nats', 'http'), ref: field.text }),
  openSeconds: field.number,
  /** The subject, as in the access event. */
  subject: field.group({
    type: field.oneOf('RESIDENT', 'STAFF', 'API_KEY', 'VISITOR'),
    id: field.textOrNull,
  }),
  passId: field.textOrNull,
  /** Causes of the attempt, such as `call:call_…`. A cause has one attempt. Most requests have no cause. */
  keys: field.textList,
  /** The person or key lineage of the subject. Their repeated requests at the door share an attempt. */
  holder: field.text,
  /**
   * Number among the attempts of the holder at the door, from 1. Only one of several concurrent requests gets the next
   * number.
   */
  turn: field.number,
  status: field.oneOf('PENDING', 'SUCCEEDED', 'FAILED'),
  /** Whether the controller confirmed that it opened the door. */
  confirmed: field.flag,
  /** Reason of the failure, as a stable word in snake case. */
  error: field.textOrNull,
  /** Time at which the command becomes void. An attempt without an answer fails then. */
  expiresAt: field.date,
  endedAt: field.dateOrNull,
};

/** An attempt to open a door: at most one command to its controller, and the result. */
export type UnlockAttemptRow = RowOf<typeof fields>;

export const UnlockAttemptModel = defineModel('UnlockAttempt', {
  connection: core,
  collection: 'unlock_attempts',
  readers: [],
  writers: {
    admin: ['insert', 'update'],
    'admin-workers': ['update', 'remove'],
    resident: ['insert', 'update'],
    'core-mobile': ['insert', 'update'],
    webhooks: ['insert', 'update'],
  },
  isTenantOwned: true,
  crossTenantReads: { 'expired-attempts': 'status_1_expiresAt_1' },
  fields,
  indexes: [
    { fields: { tenantId: 1, keys: 1 }, options: { unique: true, ...whereText('keys') } },
    // Finds the latest attempt of a holder at a door, and refuses a second one with the same number.
    {
      fields: { tenantId: 1, accessPointId: 1, holder: 1, turn: -1 },
      options: { unique: true, partialFilterExpression: { turn: { $gt: 0 } } },
    },
    {
      fields: { status: 1, expiresAt: 1 },
      options: { partialFilterExpression: { status: 'PENDING' } },
    },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, 'subject.id': 1, createdAt: -1, _id: -1 }, options: whereText('subject.id') },
  ],
});
